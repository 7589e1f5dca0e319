import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Absolute path of the folder that holds package.json. The same code runs from `server/` (tests)
 * and from `dist/server/` (built), so files that are not compiled are found from here.
 */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) throw new Error(`no package.json above ${start}`);
  }
}
