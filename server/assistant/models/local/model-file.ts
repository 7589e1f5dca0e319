import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { projectRoot } from "../../../core/project-root.ts";
import type { Precision } from "./minilm-graph.ts";

const execute = promisify(execFile);
/** Several times what it takes on a slow machine. */
const writeLimitMs = 30_000;
/** A folder this old is nobody's any more: its process was killed before it could remove it. */
const leftOverMs = 10 * 60_000;
const folderStart = "parley-model-";
const entry = fileURLToPath(new URL("./write-model-entry.mjs", import.meta.url));

/**
 * The model as a file that can be run as it is, there until `open` is through. It is made in a process of its own, because making it takes
 * five times the memory of the model, most of which neither JavaScript nor the allocator ever gives back.
 * @throws Error where no process can be started or the file not be written, and whatever `open` throws.
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

/** Each is 64 MB: a server that is killed and started again and again would fill the disk. */
async function removeLeftOvers(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(folderStart))) {
    const folder = join(tmpdir(), name);
    try {
      if (Date.now() - (await stat(folder)).mtimeMs > leftOverMs) await rm(folder, { recursive: true, force: true });
    } catch {
      // Gone by now, or another account's.
    }
  }
}

/** What Node.js needs to read TypeScript, under the test runner; nothing where the code is compiled. */
export function typescriptFlags(): string[] {
  if (!import.meta.url.endsWith(".ts")) return [];
  return ["--no-warnings", "--import", pathToFileURL(join(projectRoot, "scripts/setup/load-typescript.mjs")).href];
}
