import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../core/project-root.ts";

const execute = promisify(execFile);
/** A guide command that takes longer is killed, and its test fails. */
const limitMs = 60_000;

/** The commands below a heading of a guide page, as a reader would copy them. @throws Error when there are none. */
export async function commandsOf(page: string, heading: string): Promise<string[]> {
  const text = await readFile(join(projectRoot, "docs", "guide", page), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const blocks = [...(section ?? "").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands);
  const commands = blocks.flatMap((block) => block.trim().split("\n"));
  if (commands.length === 0) throw new Error(`${page} has no commands below "${heading}"`);
  return commands;
}

/** Runs a command in a shell. @throws with its output when it fails. */
export async function runInShell(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<string> {
  const { stdout } = await execute("sh", ["-c", command], {
    cwd,
    timeout: limitMs,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
  });
  return stdout;
}
