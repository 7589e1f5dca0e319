import { cp, mkdtemp, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { projectRoot } from "../../core/project-root.ts";

/** What installing, building, running and testing leave behind, and what git keeps for itself. */
const leftBehind = new Set([".git", "node_modules", "dist", "data", ".cache", "coverage"]);

/**
 * The project in an empty folder, as somebody has it who has just fetched it and installed its packages: every run of the tests on a fresh clone
 * has installed them already. The caller removes the folder.
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

/** What README has somebody type, line by line: of its `sh` blocks, without what is said about them. @param folder of the project. */
export async function typedLines(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "README.md"), "utf8");
  return [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) =>
    block
      .split("\n")
      .map((line) => line.replace(/ #.*/, "").trim())
      .filter((line) => line !== ""),
  );
}
