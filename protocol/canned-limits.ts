/** Limits of a canned reply, in characters; apart from its schemas, so that screens may know them. */
export const maxCannedNameChars = 60;
export const maxCannedChars = 8_000;
