import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type BackupManifest, backupManifestSchema, backupSumsSchema } from "../../../protocol/archive.ts";
import { AppError, asError } from "../../core/errors.ts";
import { backedUp } from "./backup.ts";
import { openTar } from "./tar.ts";

/** File names of an installation, below a folder of the list, without any path that leads elsewhere. */
const namePattern = /^(?:[\w.-]+\/)*[\w.-]+\/?$/;
/** Large enough for manifest and checksums of an installation with tens of thousands of files. */
const maxJsonBytes = 16 * 1024 * 1024;

/**
 * Unpacks a backup into a folder without an installation. The files become effective only after the last checksum is correct.
 * @param bytes the archive after gzip decompression.
 * @param check inspects the unpacked files, in a folder that is deleted when it throws.
 * @throws AppError `conflict` when there is an installation, `invalid_request` for another file or a damaged one.
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
    // The database is moved last, because a folder with a database counts as an installation.
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

/** @returns the SHA-256 of the content. */
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
