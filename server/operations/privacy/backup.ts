import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupManifest } from "../../../protocol/archive.ts";
import { AppError } from "../../core/errors.ts";
import type { Database } from "../../database/database.ts";
import { withDatabasePaused } from "../../database/pause.ts";
import { findNewestMigration } from "../../database/schema-check.ts";
import { withSystem } from "../../database/transaction.ts";
import { type ArchiveEntry, type PackedFile, writeTar } from "./tar.ts";

/** The parts of the data folder that make up an installation. The rest belongs to the running process: locks, sockets, unpacked files. */
export const backedUp = ["postgres", "secrets.json", "demo.json", "tenants"] as const;

/** Folders that this process is backing up now. No other process can have them open. */
const atWork = new Set<string>();

/**
 * Backs up an embedded installation while it runs. The folder is copied while the database is paused, and packed from the copy afterwards.
 * The copy needs as much disk space as the folder, unless the file system can share blocks; it is deleted at the end.
 * @param write receives the archive.
 * @returns the database pause in ms, and the result of `write`.
 * @throws AppError `conflict` while another backup is running.
 */
export async function makeBackup<T>(
  { db, dataDir }: { db: Database; dataDir: string },
  write: (bytes: AsyncGenerator<Buffer>) => Promise<T>,
): Promise<{ stoodStillMs: number; written: T }> {
  if (atWork.has(dataDir)) throw new AppError("conflict", "Another backup is running. Try again when it has finished.");
  atWork.add(dataDir);
  const copy = join(dataDir, "backup.part");
  try {
    const schema = await withSystem(db, "check-installation", findNewestMigration);
    // Deletes the remains of an interrupted backup.
    await rm(copy, { recursive: true, force: true });
    await mkdir(copy, { mode: 0o700 });
    const stoodStillMs = await withDatabasePaused(db, async () => {
      const since = performance.now();
      await copyAll(dataDir, copy, "postgres");
      return performance.now() - since;
    });
    for (const name of backedUp.slice(1)) await copyAll(dataDir, copy, name);
    const at = new Date();
    const manifest: BackupManifest = { format: "parley.backup/1", schema, created_at: at.toISOString() };
    return { stoodStillMs, written: await write(writeTar(entriesOf(copy, manifest), at)) };
  } finally {
    atWork.delete(dataDir);
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies a file, or a folder with its content, from one folder to another. Does nothing when it does not exist. */
async function copyAll(from: string, to: string, name: string): Promise<void> {
  for await (const { path, isFolder } of walk(from, name)) {
    if (isFolder) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    // Shares blocks instead of copying them, where the file system can.
    else await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  }
}

/** Yields a file, or a folder followed by its content, sorted by name. */
async function* walk(root: string, path: string): AsyncGenerator<{ path: string; isFolder: boolean; size: number }> {
  const found = await stat(join(root, path)).catch(() => null);
  if (!found || !(found.isFile() || found.isDirectory())) return;
  yield { path, isFolder: found.isDirectory(), size: found.size };
  if (found.isDirectory())
    for (const name of (await readdir(join(root, path))).sort()) yield* walk(root, `${path}/${name}`);
}

async function* entriesOf(copy: string, manifest: BackupManifest): AsyncGenerator<ArchiveEntry | PackedFile> {
  const files: Record<string, string> = {};
  yield toEntry("manifest.json", manifest);
  for (const name of backedUp)
    for await (const { path, isFolder, size } of walk(copy, name)) {
      if (isFolder) yield { name: `${path}/`, size: 0, read: null };
      else
        yield {
          name: path,
          size,
          read: () =>
            hashed(createReadStream(join(copy, path)), (hash) => {
              files[path] = hash;
            }),
        };
    }
  yield toEntry("checksums.json", { files });
}

async function* hashed(bytes: AsyncIterable<Buffer>, done: (hash: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
  done(hash.digest("hex"));
}

function toEntry(name: string, value: object): ArchiveEntry {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}
