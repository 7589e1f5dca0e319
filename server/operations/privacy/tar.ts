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

/** Far above any imported file. A larger size means that the archive is not from Parley. */
const maxEntryBytes = 256 * 1024 * 1024;

/** Writes a tar archive, file by file; any archive program can read it. */
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

/** Each entry waits until the previous one was consumed, so that memory holds only one. */
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

/** Yields the entries of an archive. Each must be read to its end before the next. @throws Error for a file that is not an archive. */
export async function* openTar(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ header: Pick<Header, "name" | "size" | "type">; bytes: AsyncIterable<Buffer> }> {
  const archive = extract();
  // A truncated or damaged archive becomes an error for the reader.
  pipeline(Readable.from(chunks), archive, (error) => {
    if (error) archive.destroy(error);
  });
  for await (const file of archive) yield { header: file.header, bytes: file as AsyncIterable<Buffer> };
}

/** Reads the files of an archive, one at a time. @throws Error for a file that is not such an archive. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  for await (const { header, bytes } of openTar(chunks)) {
    if (header.size > maxEntryBytes) throw new Error("A file in the archive exceeds the size limit.");
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    if (header.type === "file") yield { name: header.name, bytes: Buffer.concat(parts) };
  }
}
