/** Most real questions of a run, and how many unless said. */
export const maxReplayed = 500;
export const usualReplayed = 100;
