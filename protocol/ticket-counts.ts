/** Limit of the inbox view counts: a view with this count has this many tickets or more. */
export const maxCounted = 1_000;
