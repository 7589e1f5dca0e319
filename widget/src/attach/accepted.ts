import type { AttachmentKind, AttachmentOffer } from "../../../protocol/attachments.ts";
import type { StringKey } from "../i18n/texts.ts";
import { endingOf } from "./files.ts";

/** The same as `maxAttachments` in the protocol; a test compares the two. */
export const mostFiles = 5;

const endings: Partial<Record<AttachmentKind, string[]>> = { jpeg: ["jpg", "jpeg", "jfif"] };
const pictures: readonly AttachmentKind[] = ["png", "jpeg", "webp", "gif"];

/** The `accept` list of the file dialog. Media types of pictures make a phone offer its camera, and an iPhone deliver JPEG. */
export function acceptList({ types }: AttachmentOffer): string {
  return types
    .flatMap((kind) =>
      pictures.includes(kind) ? [`image/${kind}`] : (endings[kind] ?? [kind]).map((end) => `.${end}`),
    )
    .join(",");
}

/** The allowed types as visitors know them: "PNG, JPEG, PDF". */
export function typesAllowed({ types }: AttachmentOffer): string {
  return types.map((kind) => kind.toUpperCase()).join(", ");
}

/** The reason why the server would reject a file. Undefined when it can be sent. */
export function refusalOf({ name, size, type }: File, { types, max_bytes }: AttachmentOffer): StringKey | undefined {
  const ending = endingOf(name) || type.replace("image/", "");
  if (!types.some((kind) => (endings[kind] ?? [kind]).includes(ending))) return "fileType";
  return size > max_bytes ? "fileSize" : undefined;
}
