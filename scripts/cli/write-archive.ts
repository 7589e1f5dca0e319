import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Writes an archive, gzipped, for its owner alone: it holds what people said. @returns how many bytes it has. */
export async function writeArchive(file: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  // Aside first: a file under this name is whole.
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
