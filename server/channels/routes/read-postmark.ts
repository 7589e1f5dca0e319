import { AppError } from "../../core/errors.ts";

/** Longest field that is looked for besides the mail. */
const maxFieldBytes = 4_000;

/**
 * Finds whom a mail is for in the JSON of Postmark's inbound webhook ("include raw email content"), without parsing it: the JSON of a large
 * mail would take the event loop a second. A quotation mark inside of a JSON string has a backslash before it, so a mail cannot contain a
 * field's name in quotation marks with a colon behind it.
 * @param headBytes how many bytes of the mail are decoded
 * @throws AppError `unsupported_media_type` when there is no mail in it.
 */
export function readPostmark(body: Buffer, headBytes: number): { head: string; recipient: string | undefined } {
  const head = stringAt(body, "RawEmail", headBytes);
  if (!head) throw new AppError("unsupported_media_type", "Send the raw e-mail as message/rfc822.");
  return { head, recipient: stringAt(body, "OriginalRecipient", maxFieldBytes) };
}

/** The beginning of a field's text, as latin1; undefined when there is no such text. */
function stringAt(body: Buffer, name: string, maxBytes: number): string | undefined {
  const key = Buffer.from(`"${name}"`);
  for (let at = body.indexOf(key); at >= 0; at = body.indexOf(key, at + 1)) {
    const from = at + key.length;
    const opening = /^\s{0,8}:\s{0,8}"/.exec(body.toString("latin1", from, from + 20))?.[0];
    if (opening !== undefined)
      return decode(body.toString("latin1", from + opening.length, from + opening.length + maxBytes));
  }
  return undefined;
}

/** The text of a JSON string up to its end, or as far as it was given. */
function decode(written: string): string {
  let end = 0;
  while (end < written.length && written[end] !== '"') {
    const next = end + (written[end] !== "\\" ? 1 : written[end + 1] === "u" ? 6 : 2);
    if (next > written.length) break;
    end = next;
  }
  try {
    return String(JSON.parse(`"${written.slice(0, end)}"`));
  } catch {
    return "";
  }
}
