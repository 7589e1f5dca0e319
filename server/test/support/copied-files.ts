import { MemoryFS, PGlite } from "@electric-sql/pglite";

/** Tar fields that are read: names (100 bytes), sizes (octal, from byte 124), types (byte 156), and contents in blocks of 512 bytes. */
const blockBytes = 512;

interface Entry {
  name: string;
  isFolder: boolean;
  size: number;
  /** The content without trailing zeros, which make up most of a write-ahead log. */
  bytes: Uint8Array;
}

export type DataFiles = Entry[];

/** The raw entries of a tar, header and content, with their names. */
export function* partsOfTar(tar: Uint8Array): Generator<{ name: string; part: Uint8Array }> {
  const buffer = Buffer.from(tar.buffer, tar.byteOffset, tar.length);
  for (let at = 0; at < tar.length; ) {
    const size = Number.parseInt(textAt(buffer, at + 124, 12), 8) || 0;
    const end = at + blockBytes + Math.ceil(size / blockBytes) * blockBytes;
    yield { name: textAt(buffer, at, 100), part: tar.subarray(at, end) };
    at = end;
  }
}

/** Reads the files of a data folder's tar, to copy them into any number of databases. */
export function readDataFiles(tar: Uint8Array): DataFiles {
  return [...partsOfTar(tar)]
    .filter(({ name }) => name.replace(/^[./]+/, "") !== "")
    .map(({ name, part }) => {
      const header = Buffer.from(part.buffer, part.byteOffset, blockBytes);
      const size = Number.parseInt(textAt(header, 124, 12), 8) || 0;
      return {
        name: name.replace(/^\.?\/?/, "/").replace(/\/$/, ""),
        isFolder: textAt(header, 156, 1) === "5",
        size,
        bytes: withoutLastZeros(part.subarray(blockBytes, blockBytes + size)),
      };
    });
}

/**
 * Files in memory that exist when PostgreSQL opens them. PGlite's own way, an archive, costs two fifths of opening a database, because the
 * archive is read, unpacked and written again each time.
 */
export class CopiedFiles extends MemoryFS {
  readonly #files: DataFiles;

  constructor(files: DataFiles) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    const fs = this.pg?.Module.FS;
    if (!fs) throw new Error("PGlite has no files yet");
    const root = PGlite.paths.PGDATA;
    fs.mkdirTree(root, 0o700);
    for (const { name, isFolder, size, bytes } of this.#files) {
      if (isFolder) {
        fs.mkdirTree(root + name, 0o700);
        continue;
      }
      // The system allocates only memory that was written to, so zeros cost nothing.
      const copy = new Uint8Array(size);
      copy.set(bytes);
      fs.writeFile(root + name, copy, { mode: 0o600, canOwn: true });
    }
  }
}

/** Files in memory that are saved as a tar when PostgreSQL ends. A database that was shut down needs no recovery when it is opened. */
export class KeptFiles extends MemoryFS {
  #tar: Promise<Blob | File> | undefined;

  override async closeFs(): Promise<void> {
    this.#tar = this.dumpTar("pgdata", "none");
    await this.#tar;
    await super.closeFs();
  }

  /** @throws when the database is still open. */
  async kept(): Promise<Uint8Array> {
    if (!this.#tar) throw new Error("The database is still open");
    return new Uint8Array(await (await this.#tar).arrayBuffer());
  }
}

function withoutLastZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

function textAt(buffer: Buffer, from: number, length: number): string {
  return buffer.toString("latin1", from, from + length).replace(/\0.*$/s, "");
}
