/** Surrounds the sentence above which the reply is written, so that it can be found in every language. */
export const aboveMarks = { before: "##- ", after: " -##" } as const;
