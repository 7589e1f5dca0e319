import { readFileSync } from "node:fs";

/** Width and height of a WebP or SVG file in pixels, so that a page keeps the room for it; null for anything else. */
export function pictureSize(file) {
  if (file.endsWith(".svg")) return sizeOfSvg(readFileSync(file, "utf8"));
  return file.endsWith(".webp") ? sizeOfWebp(readFileSync(file)) : null;
}

function sizeOfSvg(text) {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text);
  return box && { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) };
}

/** The first chunk of a WebP file says how large it is: https://developers.google.com/speed/webp/docs/riff_container. */
function sizeOfWebp(bytes) {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
