import { AppError } from "../../core/errors.ts";

/** Longest field that is read besides the e-mail. */
const maxFieldBytes = 4_000;

/**
 * Finds the recipient of an e-mail in the JSON of Postmark's inbound webhook ("include raw email content"), without parsing it: a large
 * e-mail's JSON would block the event loop for a second. A quotation mark inside a JSON string follows a backslash, so an e-mail cannot
 * contain a field's name in quotation marks followed by a colon.
 * @param headBytes how many bytes of the e-mail are decoded
 * @throws AppError `unsupported_media_type` when it contains no e-mail.
 */
export function readPostmark(body: Buffer, headBytes: number): { head: string; recipient: string | undefined } {
  const head = stringAt(body, "RawEmail", headBytes);
  if (!head) throw new AppError("unsupported_media_type", "Send the raw e-mail as message/rfc822.");
  return { head, recipient: stringAt(body, "OriginalRecipient", maxFieldBytes) };
}

/** The beginning of a string field, as latin1; undefined when there is no such field. */
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

/** The text of a JSON string, up to its end or the end of the given part. */
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
