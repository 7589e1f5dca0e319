import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { convert } from "html-to-text";
import PostalMime from "postal-mime";
import { z } from "zod";
import { readEmail } from "../../server/knowledge/reading/emails/read-email.ts";

/**
 * Reads a folder of e-mails and compares the sender's own words with the expected ones. `node dist/lab/eval/email-replies.js FOLDER`. FOLDER
 * has e-mails (`.eml`, or only their text as `.txt` or `.html`) and `expected.json`: the file, the texts that are right, and the addresses of
 * the desk, whose e-mails are quoted, and for a text the subject. Prints the share of right replies, the share of e-mails of which no word is lost, and each difference.
 */
const expectedSchema = z.array(
  z.object({
    file: z.string(),
    replies: z.array(z.string()).min(1),
    desk: z.array(z.string()),
    subject: z.string().optional(),
  }),
);

const [folder = ""] = process.argv.slice(2);
if (!existsSync(join(folder, "expected.json"))) {
  console.error("Name a folder with e-mails and their expected.json.");
  process.exit(1);
}
const rows = expectedSchema.parse(JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")));
let [right, whole] = [0, 0];
for (const { file, replies, desk, subject } of rows) {
  const bytes = asEmail(file, readFileSync(join(folder, file)), subject);
  const hints = { inbound: "replies@desk.example", tokens: [], addresses: desk, names: [] };
  const { reading } = await readEmail({ bytes, isJson: false, hints, limits: { emailLines: 100_000 } });
  const isRight = replies.some((reply) => spaced(reply) === spaced(reading.text));
  const lost = missing(await textOf(bytes), `${reading.text}\n${reading.folded ?? ""}`);
  if (isRight) right += 1;
  else console.log(`${file}: not the reply\n  ${spaced(reading.text).slice(-300)}`);
  if (lost.length === 0) whole += 1;
  else console.log(`${file}: lost ${lost.slice(0, 20).join(" ")}`);
}
console.log(`${right} of ${rows.length} replies right, nothing lost of ${whole} of ${rows.length}`);

/** A text without the headers of an e-mail gets the least that a mail server would let pass. */
function asEmail(file: string, bytes: Buffer, subject = "Re: Your question"): Buffer {
  const type = { ".txt": "plain", ".html": "html" }[extname(file)];
  if (type === undefined) return bytes;
  const head = `From: Visitor <visitor@mail.example>\nSubject: ${subject}\nContent-Type: text/${type}; charset=utf-8\n\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** The whole text as the libraries read it: the plain part, or the HTML when there is none. */
async function textOf(bytes: Buffer): Promise<string> {
  const { text, html } = await PostalMime.parse(bytes);
  return text?.trim() ? text : convert(html ?? "", { selectors: [{ selector: "a", options: { ignoreHref: true } }] });
}

function spaced(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** Words of the first text that the second has less often. */
function missing(text: string, kept: string): string[] {
  const left = new Map<string, number>();
  for (const word of wordsOf(kept)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(text).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

function wordsOf(text: string): string[] {
  return text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
