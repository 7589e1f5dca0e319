import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Writes a gzipped archive that only its owner can read, because it contains conversations. @returns its size in bytes. */
export async function writeArchive(file: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  // Write to another file first, so that a file with the final name is always complete.
  const aside = `${file}.part`;
  const written = createWriteStream(aside, { mode: 0o600 });
  try {
    await pipeline(Readable.from(bytes), createGzip(), written);
    await rename(aside, file);
    return written.bytesWritten;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
