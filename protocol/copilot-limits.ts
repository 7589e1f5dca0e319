/** Most documents of one request. */
export const mostDocuments = 5;
/** Longest message to the copilot, in characters. */
export const maxCopilotChars = 8_000;
/** Longest text that is attached to be audited. */
export const maxAttachedChars = 60_000;
/** Most marked words that a branch is begun with, in characters. */
export const maxAnchorChars = 4_000;
/** Most documents that are taken out of one message by hand. */
export const maxLeftOut = 40;
