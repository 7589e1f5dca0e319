import { existsSync } from "node:fs";
import { mkdir, rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../core/ids.ts";
import { projectRoot } from "../../core/project-root.ts";

const folder = join(projectRoot, "node_modules", ".cache", "parley-test");
/** Longer than creating it takes while thirty processes wait. After this time the creating process must have been killed. */
const makingMs = 120_000;

/**
 * A file or folder that all processes of a run use: the first that needs it makes it, while the others wait, and later runs find it.
 * @param name says also what it is made from, as a hash.
 * @param make writes it to the given path.
 * @returns its path.
 */
export async function madeOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, name);
  const making = `${path}.making`;
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + makingMs;
  while (!existsSync(path)) {
    const isOurs =
      Date.now() > deadline ||
      (await mkdir(making)
        .then(() => true)
        .catch(() => false));
    if (!isOurs) {
      await sleep(100);
      continue;
    }
    // Made aside and renamed, so that nobody reads a half.
    const aside = `${path}.${process.pid}.${newId()}`;
    await make(aside);
    await rename(aside, path);
    await rmdir(making).catch(() => undefined);
  }
  return path;
}
