import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { projectRoot } from "../../../core/project-root.ts";
import type { Precision } from "./minilm-graph.ts";

const execute = promisify(execFile);
/** Several times the duration on a slow machine. */
const writeLimitMs = 30_000;
/** A folder this old was left by a process that was killed before it could remove it. */
const leftOverMs = 10 * 60_000;
const folderStart = "parley-model-";
const entry = fileURLToPath(new URL("./write-model-entry.mjs", import.meta.url));

/**
 * Provides the model as a ready-to-run file until `open` has finished. A separate process writes it, because this takes five times the
 * model's memory, and neither JavaScript nor the allocator returns most of it.
 * @throws Error when no process can be started or the file cannot be written, and any error of `open`.
 */
export async function withModelFile<T>(precision: Precision, open: (path: string) => Promise<T>): Promise<T> {
  await removeLeftOvers();
  const folder = await mkdtemp(join(tmpdir(), folderStart));
  try {
    const path = join(folder, "model.onnx");
    await execute(process.execPath, [...typescriptFlags(), entry, precision, path], { timeout: writeLimitMs });
    return await open(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each is 64 MB: a server that is killed and restarted repeatedly would fill the disk. */
async function removeLeftOvers(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(folderStart))) {
    const folder = join(tmpdir(), name);
    try {
      if (Date.now() - (await stat(folder)).mtimeMs > leftOverMs) await rm(folder, { recursive: true, force: true });
    } catch {
      // Already removed, or owned by another account.
    }
  }
}

/** Flags for Node.js to read TypeScript under the test runner; none when the code is compiled. */
export function typescriptFlags(): string[] {
  if (!import.meta.url.endsWith(".ts")) return [];
  return ["--no-warnings", "--import", pathToFileURL(join(projectRoot, "scripts/setup/load-typescript.mjs")).href];
}
