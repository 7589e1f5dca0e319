/** A company policy, a regulation that applies to the company, or anything else. */
export const documentKinds = ["policy", "regulation", "other"] as const;
export type DocumentKind = (typeof documentKinds)[number];
