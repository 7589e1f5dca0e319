import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** An absolute path below the project's root. */
export function inProject(...segments) {
  return resolve(projectRoot, ...segments);
}
