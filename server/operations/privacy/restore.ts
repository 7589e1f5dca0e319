import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type BackupManifest, backupManifestSchema, backupSumsSchema } from "../../../protocol/archive.ts";
import { AppError, asError } from "../../core/errors.ts";
import { backedUp } from "./backup.ts";
import { openTar } from "./tar.ts";

/** Names of an installation's own files, below a folder of the list; nothing that leads elsewhere. */
const namePattern = /^(?:[\w.-]+\/)*[\w.-]+\/?$/;
/** Manifest and checksums of an installation with ten thousands of files. */
const maxJsonBytes = 16 * 1024 * 1024;

/**
 * Unpacks a backup into a folder without an installation. Nothing of it counts before the last checksum is right.
 * @param bytes the archive, unpacked from gzip.
 * @param check looks at what was unpacked, in a folder that goes if it throws.
 * @throws AppError `conflict` when there is an installation, `invalid_request` for what is no backup or is damaged.
 */
export async function unpackBackup(
  bytes: AsyncIterable<Uint8Array>,
  dataDir: string,
  check: (folder: string) => Promise<void>,
): Promise<BackupManifest> {
  for (const name of backedUp)
    if (existsSync(join(dataDir, name)))
      throw new AppError(
        "conflict",
        `${dataDir} already contains ${name}. Set DATA_DIR to an empty folder, or move the old one away.`,
      );
  const part = join(dataDir, "restore.part");
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(bytes, part);
    await check(part);
    // The database last: a folder with one is an installation.
    for (const name of [...backedUp].reverse())
      if (existsSync(join(part, name))) await rename(join(part, name), join(dataDir, name));
    return manifest;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function unpack(bytes: AsyncIterable<Uint8Array>, part: string): Promise<BackupManifest> {
  const sums: Record<string, string> = {};
  const texts = new Map<string, unknown>();
  try {
    for await (const { header, bytes: content } of openTar(bytes)) {
      const { name, type } = header;
      if (!namePattern.test(name) || name.split("/").includes(".."))
        throw new Error(`it contains the invalid path ${JSON.stringify(name)}`);
      if (name === "manifest.json" || name === "checksums.json") {
        if (header.size > maxJsonBytes) throw new Error(`${name} is too long`);
        texts.set(name, JSON.parse(Buffer.concat(await collect(content)).toString("utf8")));
        if (name === "manifest.json") backupManifestSchema.parse(texts.get(name));
        continue;
      }
      if (!texts.has("manifest.json") || !backedUp.some((own) => name === own || name.startsWith(`${own}/`)))
        throw new Error("it holds something else");
      if (type === "directory") await mkdir(join(part, name), { mode: 0o700 });
      else if (type === "file") sums[name] = await write(content, join(part, name));
      else throw new Error(`${name} is neither a file nor a folder`);
    }
  } catch (cause) {
    throw new AppError(
      "invalid_request",
      `This file is not a Parley backup, or it is damaged: ${asError(cause).message}`,
      {
        cause,
      },
    );
  }
  const told = backupSumsSchema.safeParse(texts.get("checksums.json"));
  const wrong = Object.entries(told.data?.files ?? {}).filter(([name, sum]) => sums[name] !== sum);
  if (!told.success || wrong.length > 0 || Object.keys(sums).length !== Object.keys(told.data.files).length)
    throw new AppError(
      "invalid_request",
      "The backup is damaged or incomplete: its checksums do not match. Nothing was restored.",
    );
  return backupManifestSchema.parse(texts.get("manifest.json"));
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return parts;
}

/** @returns its SHA-256. */
async function write(content: AsyncIterable<Buffer>, file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(
    (async function* () {
      for await (const part of content) {
        hash.update(part);
        yield part;
      }
    })(),
    createWriteStream(file, { mode: 0o600, flags: "wx" }),
  );
  return hash.digest("hex");
}
