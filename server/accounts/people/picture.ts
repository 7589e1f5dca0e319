import { createHash } from "node:crypto";
import { maxPictureBytes, maxPictureEdge } from "../../../protocol/account.ts";
import { AppError } from "../../core/errors.ts";
import { withSystem } from "../../database/transaction.ts";
import { deletePicture, findPicture, type PersonPicture, upsertPicture } from "../store/person-pictures.ts";
import type { PeopleDeps } from "./deps.ts";

/** Stores a person's picture. @returns its version. @throws AppError `attachment_refused` when it is not a small square of this type. */
export async function savePicture(
  deps: PeopleDeps,
  personId: string,
  { type, data }: { type: "image/png" | "image/webp"; data: string },
): Promise<string> {
  const bytes = Buffer.from(data, "base64");
  const size = bytes.length <= maxPictureBytes ? pictureSize(bytes, type) : null;
  if (!size || size.width !== size.height || size.width > maxPictureEdge)
    throw new AppError(
      "attachment_refused",
      `The picture must be a square PNG or WebP of at most ${maxPictureEdge} pixels and ${maxPictureBytes / 1024} KB.`,
    );
  const version = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  await withSystem(deps.db, "manage-account", (tx) => upsertPicture(tx, personId, { type, bytes, version }));
  return version;
}

export async function removePicture(deps: PeopleDeps, personId: string): Promise<void> {
  await withSystem(deps.db, "manage-account", (tx) => deletePicture(tx, personId));
}

/** A member's picture. @throws AppError `not_found`. */
export async function readPicture(deps: PeopleDeps, tenantId: string, personId: string): Promise<PersonPicture> {
  const found = await withSystem(deps.db, "list-members", (tx) => findPicture(tx, tenantId, personId));
  if (!found) throw new AppError("not_found", "Picture not found.");
  return found;
}

interface Size {
  width: number;
  height: number;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height in pixels, from the file's header; null when it is not a picture of this type, or is animated. */
function pictureSize(bytes: Buffer, type: "image/png" | "image/webp"): Size | null {
  return type === "image/png" ? sizeOfPng(bytes) : sizeOfWebp(bytes);
}

function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngStart) || tag(bytes, 12) !== "IHDR") return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The three formats of RFC 9649: lossy, lossless, and extended without animation. */
function sizeOfWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30 || tag(bytes, 0) !== "RIFF" || tag(bytes, 8) !== "WEBP") return null;
  if (bytes.readUInt32LE(4) + 8 > bytes.length + 1) return null;
  const kind = tag(bytes, 12);
  if (kind === "VP8 ") {
    const hasStart = bytes[23] === 0x9d && bytes[24] === 0x01 && bytes[25] === 0x2a;
    return hasStart ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff } : null;
  }
  if (kind === "VP8L") {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const isAnimated = ((bytes[20] ?? 0) & 0x02) !== 0;
  return kind === "VP8X" && !isAnimated
    ? { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    : null;
}

function tag(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}
