import { pipeline, Readable } from "node:stream";
import { extract, pack } from "tar-stream";

/** One file of an archive. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** Far more than any file that is taken in; a size above it is no archive of ours. */
const maxEntryBytes = 256 * 1024 * 1024;

/** The bytes of a tar archive, file by file: any program for archives reads it. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry>, at: Date): AsyncGenerator<Buffer> {
  const archive = pack();
  const filling = fill(archive, entries, at).catch((error: Error) => archive.destroy(error));
  try {
    for await (const bytes of archive) yield bytes as Buffer;
  } finally {
    archive.destroy();
    await filling;
  }
}

/** Each entry waits until the one before it was taken, so that no more than one is held. */
async function fill(archive: ReturnType<typeof pack>, entries: AsyncIterable<ArchiveEntry>, at: Date): Promise<void> {
  for await (const { name, bytes } of entries) {
    if (archive.destroying) return;
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name, mtime: at }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finalize();
}

/** Reads the files of an archive one after another, never more than one at a time. @throws Error for what is no such archive. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  // A cut or broken archive is an error of what is read from here.
  pipeline(Readable.from(chunks), archive, (error) => {
    if (error) archive.destroy(error);
  });
  for await (const file of archive) {
    const { name, size, type } = file.header;
    if (size > maxEntryBytes) throw new Error("A file in the archive is larger than any that was ever taken in.");
    const parts: Buffer[] = [];
    for await (const part of file as AsyncIterable<Buffer>) parts.push(part);
    if (type === "file") yield { name, bytes: Buffer.concat(parts) };
  }
}
