import { MemoryFS, PGlite } from "@electric-sql/pglite";

/** Of a tar are read: names (100 bytes), sizes (octal, from 124 on), kinds (156), contents in blocks of 512 bytes. */
const blockBytes = 512;

interface Entry {
  name: string;
  isFolder: boolean;
  size: number;
  /** Its contents without the zeros at their end, which most of a write-ahead log consists of. */
  bytes: Uint8Array;
}

export type DataFiles = Entry[];

/** The parts of a tar as they stand in it, header and contents, with their names. */
export function* partsOfTar(tar: Uint8Array): Generator<{ name: string; part: Uint8Array }> {
  const buffer = Buffer.from(tar.buffer, tar.byteOffset, tar.length);
  for (let at = 0; at < tar.length; ) {
    const size = Number.parseInt(textAt(buffer, at + 124, 12), 8) || 0;
    const end = at + blockBytes + Math.ceil(size / blockBytes) * blockBytes;
    yield { name: textAt(buffer, at, 100), part: tar.subarray(at, end) };
    at = end;
  }
}

/** The files of a data folder's tar, to be copied into any number of databases. */
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
 * Files in memory that are there when PostgreSQL looks for them. PGlite's own way, an archive, costs two fifths of what it takes to open a
 * database: it is read, unpacked and written anew for each.
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
      // Of memory that nobody has written to, only what is not zero is really taken.
      const copy = new Uint8Array(size);
      copy.set(bytes);
      fs.writeFile(root + name, copy, { mode: 0o600, canOwn: true });
    }
  }
}

/** Files in memory of which a tar is left when PostgreSQL has ended: one that was shut down has nothing to recover when it is opened. */
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
