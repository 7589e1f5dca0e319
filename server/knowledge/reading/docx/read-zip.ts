import { inflateRawSync } from "node:zlib";

/** A file of an archive, as listed in the directory. It is not unpacked. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  /** 0 stored, 8 deflated. */
  method: number;
  /** The declared unpacked size; only reliable for stored files. */
  size: number;
  /** The offset of its local header, and the offset of the next item: its content ends there at the latest. */
  at: number;
  end: number;
}

const localHeader = 0x04034b50;
const localHeaderBytes = 30;
const directoryHeader = 0x02014b50;
const directoryHeaderBytes = 46;
const endRecord = 0x06054b50;
const endRecordBytes = 22;
/** Most candidates for the end record: a comment, or bytes after the archive, may contain its signature. */
const maxEndRecords = 16;
/** The value that marks a size or an offset stored in the ZIP64 field. */
const inZip64 = 0xffffffff;
const zip64Field = 0x0001;
const encrypted = 0x0001;
const isUtf8 = 0x0800;

/**
 * Lists the files of an archive as office programs do: by the directory that the end record points to. Accepts bytes before or after the
 * archive, a wrong comment length, sizes in ZIP64 or in a descriptor, and wrong checksums. Names have forward slashes and no leading slash.
 * @param limit at most one entry more is listed
 * @returns undefined when there is no directory: the file is not an archive, or it is truncated.
 */
export function listZip(bytes: Buffer, limit: number): ZipEntry[] | undefined {
  let at = bytes.length;
  for (let tried = 0; tried < maxEndRecords; tried += 1) {
    at = at > 0 ? bytes.lastIndexOf(signatureOf(endRecord), at - 1) : -1;
    if (at < 0) return undefined;
    if (at + endRecordBytes > bytes.length) continue;
    const entries = entriesBefore(bytes, at, limit);
    if (entries.length > 0) return entries;
  }
  return undefined;
}

/**
 * Unpacks one file, and never holds more bytes than the limit.
 * @returns undefined when the file is larger.
 * @throws Error when the file is not packed as declared.
 */
export function unpackEntry(bytes: Buffer, { at, end, method, size }: ZipEntry, limit: number): Buffer | undefined {
  const start = at + localHeaderBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start > end) throw new Error("the archive ends within a file");
  if (method === 0) {
    if (size > end - start) throw new Error("the archive ends within a file");
    return size > limit ? undefined : bytes.subarray(start, start + size);
  }
  if (method !== 8) throw new Error(`packed by method ${method}`);
  try {
    return inflateRawSync(bytes.subarray(start, end), { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if (error instanceof RangeError) return undefined; // thrown by zlib beyond `maxOutputLength`
    throw error;
  }
}

function entriesBefore(bytes: Buffer, end: number, limit: number): ZipEntry[] {
  const size = bytes.readUInt32LE(end + 12);
  const offset = bytes.readUInt32LE(end + 16);
  // Bytes before the archive move the directory, but its distance from the end stays the same. A ZIP64 record may be in between; then the
  // first header from which a chain of headers reaches the end is the directory.
  const places = [end - size, offset, bytes.indexOf(signatureOf(directoryHeader))];
  for (const start of places) {
    if (start < 0 || start >= end || !has(bytes, start, directoryHeader)) continue;
    return locate(bytes, [...headersFrom(bytes, { start, end, limit })], { start, shift: start - offset });
  }
  return [];
}

type Header = Omit<ZipEntry, "end">;

function* headersFrom(
  bytes: Buffer,
  { start, end, limit }: { start: number; end: number; limit: number },
): Generator<Header> {
  let at = start;
  for (
    let count = 0;
    count <= limit && at + directoryHeaderBytes <= end && has(bytes, at, directoryHeader);
    count += 1
  ) {
    const flags = bytes.readUInt16LE(at + 8);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const nameAt = at + directoryHeaderBytes;
    const name = bytes.toString((flags & isUtf8) === 0 ? "latin1" : "utf8", nameAt, nameAt + nameBytes);
    const extraAt = nameAt + nameBytes;
    const extra = bytes.subarray(extraAt, extraAt + bytes.readUInt16LE(at + 30));
    const [size, , localAt] = realValues(
      extra,
      [at + 24, at + 20, at + 42].map((place) => bytes.readUInt32LE(place)),
    );
    yield {
      name: name.replaceAll("\\", "/").replace(/^\/+/, ""),
      isEncrypted: (flags & encrypted) !== 0,
      method: bytes.readUInt16LE(at + 10),
      size: size ?? 0,
      at: localAt ?? 0,
    };
    at = extraAt + extra.length + bytes.readUInt16LE(at + 32);
  }
}

/** Sizes and offset, with ZIP64 values where the marker is set. A marker without a value stays and points nowhere. */
function realValues(extra: Buffer, values: number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== zip64Field) continue;
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    let from = at + 4;
    return values.map((value) => {
      if (value !== inZip64 || from + 8 > end) return value;
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    });
  }
  return values;
}

/** Finds the local header of each file. A file without one is not in the archive. */
function locate(bytes: Buffer, headers: Header[], { start, shift }: { start: number; shift: number }): ZipEntry[] {
  const found = headers.flatMap((header) => {
    const at = [header.at + shift, header.at].find(
      (place) => place >= 0 && place < start && has(bytes, place, localHeader),
    );
    return at === undefined ? [] : [{ ...header, at }];
  });
  // A file that starts with a local header is an archive from its first byte. A directory without that entry belongs to a nested archive.
  if (has(bytes, 0, localHeader) && !found.some(({ at }) => at === 0)) return [];
  const starts = [...new Set(found.map(({ at }) => at)), start].sort((a, b) => a - b);
  const next = new Map(starts.map((at, index) => [at, starts[index + 1] ?? start]));
  return found.map((entry) => ({ ...entry, end: next.get(entry.at) ?? start }));
}

function has(bytes: Buffer, at: number, signature: number): boolean {
  return at + 4 <= bytes.length && bytes.readUInt32LE(at) === signature;
}

function signatureOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
