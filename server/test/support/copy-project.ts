import { cp, mkdtemp, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { projectRoot } from "../../core/project-root.ts";

/** Files that installing, building, running and testing create, and git's own. */
const leftBehind = new Set([".git", "node_modules", "dist", "data", ".cache", "coverage"]);

/**
 * The project in an empty folder, like a fresh clone with installed packages: the packages are linked, because every test run has installed
 * them. The caller deletes the folder.
 */
export async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-fresh-"));
  await cp(projectRoot, folder, {
    recursive: true,
    filter: (source) => !leftBehind.has(relative(projectRoot, source)) && !source.endsWith(".log"),
  });
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The commands of README, line by line: its `sh` blocks without comments. @param folder of the project. */
export async function typedLines(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "README.md"), "utf8");
  return [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) =>
    block
      .split("\n")
      .map((line) => line.replace(/ #.*/, "").trim())
      .filter((line) => line !== ""),
  );
}
