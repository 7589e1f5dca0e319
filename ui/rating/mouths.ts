/**
 * Mouths of five faces, from very bad to very good, on a grid of 24 with the centre of the face at 12, 12. They are drawn because faces
 * differ between fonts, or are missing.
 */
export const mouths: readonly string[] = [
  "M7.5 17.5c1-2.4 2.6-3.5 4.5-3.5s3.5 1.1 4.5 3.5",
  "M8.5 16.5c1-1 2.1-1.5 3.5-1.5s2.5.5 3.5 1.5",
  "M8.5 15.5h7",
  "M8.5 14.5c1 1 2.1 1.5 3.5 1.5s2.5-.5 3.5-1.5",
  "M7.5 13.5c.6 2.6 2.2 4 4.5 4s3.9-1.4 4.5-4z",
];
