import type { AttachmentKind, AttachmentOffer } from "../../../protocol/attachments.ts";
import type { StringKey } from "../i18n/texts.ts";
import { endingOf } from "./files.ts";

/** The same as `maxAttachments` in the protocol; a test compares the two. */
export const mostFiles = 5;

const endings: Partial<Record<AttachmentKind, string[]>> = { jpeg: ["jpg", "jpeg", "jfif"] };
const pictures: readonly AttachmentKind[] = ["png", "jpeg", "webp", "gif"];

/** What the file dialogue offers. Media types of pictures make a phone offer its camera, and an iPhone give JPEG. */
export function acceptList({ types }: AttachmentOffer): string {
  return types
    .flatMap((kind) =>
      pictures.includes(kind) ? [`image/${kind}`] : (endings[kind] ?? [kind]).map((end) => `.${end}`),
    )
    .join(",");
}

/** Why a file need not be sent at all: it would be refused. Nothing when it may go. */
export function refusalOf({ name, size, type }: File, { types, max_bytes }: AttachmentOffer): StringKey | undefined {
  const ending = endingOf(name) || type.replace("image/", "");
  if (!types.some((kind) => (endings[kind] ?? [kind]).includes(ending))) return "fileType";
  return size > max_bytes ? "fileSize" : undefined;
}
