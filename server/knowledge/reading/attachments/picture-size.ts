/** Width and height in pixels from a picture's header, without decoding the picture. */
export interface PictureSize {
  width: number;
  height: number;
}

export type PictureKind = "png" | "jpeg" | "webp" | "gif";

/** Detects the kind of a picture from its first bytes; undefined for other files. */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (/^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))) return "gif";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return undefined;
}

/** @returns undefined when the header is broken; such a picture is not decoded. */
export function pictureSize(bytes: Buffer, kind: PictureKind): PictureSize | undefined {
  try {
    const size = read[kind](bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the header is longer than the file
    throw error;
  }
}

const read: Record<PictureKind, (bytes: Buffer) => PictureSize | undefined> = {
  png: (bytes) =>
    bytes.toString("latin1", 12, 16) === "IHDR"
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : undefined,
  gif: gifSize,
  webp: webpSize,
  jpeg: jpegSize,
};

/** The size of the canvas, or of the first frame if it is larger. */
function gifSize(bytes: Buffer): PictureSize | undefined {
  let width = bytes.readUInt16LE(6);
  let height = bytes.readUInt16LE(8);
  const flags = bytes.readUInt8(10);
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  while (bytes.readUInt8(at) === 0x21) {
    at += 2;
    for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
    at += 1;
  }
  if (bytes.readUInt8(at) !== 0x2c) return undefined;
  width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
  height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
  return { width, height };
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Frame headers are C0 to CF, except three with another meaning. */
const notFrames = new Set([0xc4, 0xc8, 0xcc]);

function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && !notFrames.has(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}
