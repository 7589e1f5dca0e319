import { pipeline, Readable } from "node:stream";
import { extract, type Header, pack } from "tar-stream";

/** One file of an archive. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** A file that is read while it is packed, or a folder. */
export interface PackedFile {
  name: string;
  size: number;
  /** Null for a folder. */
  read: (() => AsyncIterable<Uint8Array>) | null;
}

/** Far more than any file that is taken in; a size above it is no archive of ours. */
const maxEntryBytes = 256 * 1024 * 1024;

/** The bytes of a tar archive, file by file: any program for archives reads it. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry | PackedFile>, at: Date): AsyncGenerator<Buffer> {
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
async function fill(
  archive: ReturnType<typeof pack>,
  entries: AsyncIterable<ArchiveEntry | PackedFile>,
  at: Date,
): Promise<void> {
  for await (const entry of entries) {
    if (archive.destroying) return;
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      const header = { name: entry.name, mtime: at };
      if ("bytes" in entry) return void archive.entry(header, entry.bytes, done);
      if (!entry.read) return void archive.entry({ ...header, type: "directory" }, done);
      const sink = archive.entry({ ...header, size: entry.size }, done);
      pipeline(Readable.from(entry.read()), sink, (error) => {
        if (error) reject(error);
      });
    });
  }
  archive.finalize();
}

/** What is in an archive, one after another: each has to be read to its end before the next. @throws Error for what is no archive. */
export async function* openTar(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ header: Pick<Header, "name" | "size" | "type">; bytes: AsyncIterable<Buffer> }> {
  const archive = extract();
  // A cut or broken archive is an error of what is read from here.
  pipeline(Readable.from(chunks), archive, (error) => {
    if (error) archive.destroy(error);
  });
  for await (const file of archive) yield { header: file.header, bytes: file as AsyncIterable<Buffer> };
}

/** Reads the files of an archive one after another, never more than one at a time. @throws Error for what is no such archive. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  for await (const { header, bytes } of openTar(chunks)) {
    if (header.size > maxEntryBytes) throw new Error("A file in the archive exceeds the size limit.");
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    if (header.type === "file") yield { name: header.name, bytes: Buffer.concat(parts) };
  }
}
