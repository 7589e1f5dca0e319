/** Most documents per request. */
export const mostDocuments = 5;
/** Longest message to the copilot, in characters. */
export const maxCopilotChars = 8_000;
/** Longest attached text of an audit. */
export const maxAttachedChars = 60_000;
/** Longest marked text with which a branch begins, in characters. */
export const maxAnchorChars = 4_000;
/** Most documents that are left out of one message. */
export const maxLeftOut = 40;
