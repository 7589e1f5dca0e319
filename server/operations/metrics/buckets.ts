/** Upper bounds in seconds. Each bound is a series for every set of labels, so there are few. */
export const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** From an answer of the cache to the longest turn (two minutes). */
export const turnSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];
export const callSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
/** From a mail to the vectors of a large document. */
export const jobSeconds = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900];
