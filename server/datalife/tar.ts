/** One file of an archive. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

const blockBytes = 512;
/** Far more than any file that is taken in; a size above it is no archive of ours. */
const maxEntryBytes = 256 * 1024 * 1024;

/** The bytes of a tar archive (POSIX ustar), file by file: any program for archives reads it. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    yield header(name, bytes.length, at);
    yield bytes;
    const rest = bytes.length % blockBytes;
    if (rest > 0) yield Buffer.alloc(blockBytes - rest);
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Reads the files of an archive one after another, never more than one at a time. @throws Error for what is no such archive. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(chunks);
  for (;;) {
    const head = await reader.take(blockBytes);
    if (!head || head.every((byte) => byte === 0)) return;
    const size = Number.parseInt(text(head, 124, 12), 8);
    if (
      text(head, 257, 5) !== "ustar" ||
      !(size >= 0 && size <= maxEntryBytes) ||
      checksum(head) !== Number.parseInt(text(head, 148, 8), 8)
    )
      throw new Error("This is no archive, or it is damaged.");
    const bytes = await reader.take(size);
    const padding = (blockBytes - (size % blockBytes)) % blockBytes;
    if (!bytes || !(await reader.take(padding))) throw new Error("The archive ends in the middle of a file.");
    const type = text(head, 156, 1);
    if (type === "" || type === "0") yield { name: text(head, 0, 100), bytes };
  }
}

function header(name: string, size: number, at: Date): Buffer {
  const head = Buffer.alloc(blockBytes);
  if (Buffer.byteLength(name) > 100) throw new Error("a name is too long for the archive");
  head.write(name, 0, "utf8");
  head.write("0000644\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  head.write(
    `${Math.floor(at.getTime() / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
  );
  head.write("0", 156);
  head.write("ustar\u000000", 257);
  head.write(`${checksum(head).toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

/** The sum of all bytes, its own place counted as spaces. */
function checksum(head: Uint8Array): number {
  let sum = 0;
  for (const [at, byte] of head.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
}

function text(head: Uint8Array, from: number, length: number): string {
  return Buffer.from(head.subarray(from, from + length))
    .toString("utf8")
    .replace(/\0.*$/s, "")
    .trim();
}

/** Takes as many bytes as are wanted from pieces of any length. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined when the end comes before. */
  async take(wanted: number): Promise<Buffer | undefined> {
    while (this.#length < wanted) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#held.push(value);
      this.#length += value.length;
    }
    const [only] = this.#held;
    const all =
      this.#held.length === 1 && only
        ? Buffer.from(only.buffer, only.byteOffset, only.length)
        : Buffer.concat(this.#held);
    this.#held = [all.subarray(wanted)];
    this.#length -= wanted;
    return all.subarray(0, wanted);
  }
}
