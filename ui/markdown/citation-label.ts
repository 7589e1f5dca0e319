/** The label of a citation mark: one or more source numbers, `3` or `1, 2`. */
export const citationLabel = /^\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*$/;
