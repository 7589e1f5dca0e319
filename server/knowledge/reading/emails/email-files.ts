import type { Attachment, Email } from "postal-mime";
import { repaired, textOf } from "./email-text.ts";
import type { FoldedText } from "./fold-quotes.ts";

/** Most files of one e-mail; further files are ignored. */
export const maxFiles = 10;
/** Most e-mails that one e-mail contains as files and whose text is read. */
const maxForwarded = 3;
/** Smaller pictures are spacers and counters of readers. */
const minPictureBytes = 70;

export interface EmailFile {
  name: string | null;
  type: string;
  bytes: Uint8Array;
}

interface PartFile extends EmailFile {
  /** How the text refers to a pasted picture; undefined for a usual file. */
  reference: string | undefined;
}

const dataPicture = /data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=\s]*)/gi;

/** Turns pictures whose bytes are in the HTML itself into pasted pictures like all others. */
export function withoutDataPictures(email: Email): Email {
  const found: Attachment[] = [];
  const html = email.html?.replace(dataPicture, (_, mimeType: string, base64: string) => {
    const contentId = `picture-${found.length + 1}.inline`;
    const content = new Uint8Array(Buffer.from(base64, "base64"));
    found.push({
      filename: `picture-${found.length + 1}`,
      mimeType,
      disposition: "inline",
      related: true,
      contentId,
      content,
    });
    return `cid:${contentId}`;
  });
  return found.length === 0 ? email : { ...email, html, attachments: [...email.attachments, ...found] };
}

/** Files and pasted pictures of an e-mail, without signatures and without reports of mail servers. */
export function filesOf(email: Email, forwarded: PartFile[]): PartFile[] {
  return [...email.attachments.filter(isFile).map(toFile), ...forwarded];
}

const noFiles = ["text/calendar", "application/pgp-signature", "message/rfc822", "message/delivery-status"];

function isFile({ mimeType, disposition, related, content }: Attachment): boolean {
  if (noFiles.includes(mimeType)) return false;
  if (disposition === "attachment" || !related) return true;
  return mimeType.startsWith("image/") && sizeOf(content) >= minPictureBytes;
}

const sizeOf = (content: Attachment["content"]) => (typeof content === "string" ? content.length : content.byteLength);

function toFile({ filename, mimeType, content, contentId, related }: Attachment): PartFile {
  return {
    name:
      repaired(filename ?? "")
        .trim()
        .slice(0, 1_000) || null,
    type: mimeType.slice(0, 200),
    bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
    reference: contentId && related !== false ? `[cid:${contentId.replace(/^<|>$/g, "")}]` : undefined,
  };
}

/**
 * Names pasted pictures where they stand in the text. A picture that only the folded text shows belongs to a signature or a quote, so it is
 * no file of the message.
 */
export function placePictures({ text, folded }: FoldedText, files: PartFile[]): FoldedText & { files: EmailFile[] } {
  const kept: EmailFile[] = [];
  let [own, rest] = [text, folded];
  for (const [index, { reference, ...file }] of files.entries()) {
    const name = file.name ?? `picture-${index + 1}`;
    const isQuoted = reference !== undefined && !own.includes(reference) && (rest?.includes(reference) ?? false);
    if (reference !== undefined) {
      own = own.replaceAll(reference, `[${name}]`);
      rest = rest?.replaceAll(reference, `[${name}]`) ?? null;
    }
    if (!isQuoted) kept.push({ ...file, name });
  }
  return { text: own, folded: rest, files: kept.slice(0, maxFiles) };
}

/** Texts and files of the e-mails that were forwarded as files. */
export async function forwardedOf(
  { attachments }: Email,
  parse: (bytes: Buffer) => Promise<Email>,
): Promise<{ text: string; files: PartFile[] }[]> {
  const inner = attachments.filter(({ mimeType }) => mimeType === "message/rfc822").slice(0, maxForwarded);
  const read: { text: string; files: PartFile[] }[] = [];
  for (const { content } of inner) {
    const email = await parse(
      typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
    );
    const { from, subject = "", date = "" } = email;
    const head = [from?.name, from?.address, date, repaired(subject)].filter(Boolean).join(", ");
    const { text, files } = placePictures(
      { text: textOf(email, (given) => given).text, folded: null },
      filesOf(email, []),
    );
    read.push({
      text: `${head}\n\n${text.trim()}`.trim(),
      files: files.map((file) => ({ ...file, reference: undefined })),
    });
  }
  return read;
}
