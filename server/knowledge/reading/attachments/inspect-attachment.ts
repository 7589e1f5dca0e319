import type { AttachmentKind } from "../../../../protocol/attachments.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import type { Inspection } from "../parsers/parsed-file.ts";
import { detectKind } from "./detect-kind.ts";
import type { EncodedPicture } from "./encode-picture.ts";

/**
 * Detects the kind of an attachment and encodes its picture again. Runs in the parser's process.
 * @throws UnreadableFile with the reason; any other error means a broken file.
 */
export async function inspectAttachment(file: {
  bytes: Uint8Array;
  name: string;
  declaredType: string | null;
  allowed: readonly AttachmentKind[];
}): Promise<Inspection> {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const kind = detectKind({ ...file, bytes });
  if (!file.allowed.includes(kind)) throw new UnreadableFile(`${kind.toUpperCase()} files are not supported.`);
  if (kind !== "png" && kind !== "jpeg" && kind !== "webp" && kind !== "gif") return { kind };
  const { encodePicture } = await import("./encode-picture.ts");
  const { full, preview } = await encodePicture(bytes, kind);
  return { kind, picture: { full: toLine(full), preview: toLine(preview) } };
}

function toLine({ bytes, ...picture }: EncodedPicture) {
  return { ...picture, base64: bytes.toString("base64") };
}
