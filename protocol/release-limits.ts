/** Most real questions of a run, and the default. */
export const maxReplayed = 500;
export const usualReplayed = 100;
