/**
 * The project's files in an image: the files that the product opens. `/` at the end: a folder with everything in it, except the files that
 * match `leftOut`. A test compares the list with the files that the code opens.
 */
const imageFiles = [
  "package.json",
  "LICENSE",
  "db/migrations/",
  "db/always/",
  "dist/admin/",
  "dist/db/",
  "dist/docs/",
  "dist/protocol/",
  "dist/ui/",
  "dist/scripts/",
  "dist/server/",
  "dist/widget/",
  // The knowledge of the demo tenant.
  "docs/guide/",
  "widget/demo/",
  "widget/preview/",
];

const leftOut = [/\.map$/, /^dist\/scripts\/docs\//];

/** True when a file of the project goes into the image. @param path from the project's root, with slashes */
export function isImageFile(path) {
  const isListed = imageFiles.some((entry) => (entry.endsWith("/") ? path.startsWith(entry) : path === entry));
  return isListed && !leftOut.some((pattern) => pattern.test(path));
}
