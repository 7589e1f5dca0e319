/** Where the counts of the inbox's views stop: a view with this many tickets has as many or more. */
export const maxCounted = 1_000;
