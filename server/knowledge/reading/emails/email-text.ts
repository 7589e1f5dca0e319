import chardet from "chardet";
import iconv from "iconv-lite";
import PostalMime, { type Email, type PostalMimeOptions } from "postal-mime";
import { withFixedLines } from "./flowed-text.ts";
import { maxHtmlChars, textOfHtml } from "./html-text.ts";

/** Parses a raw e-mail. A text whose charset is absent or wrong is parsed again with the charset of its bytes. */
export async function parseEmail(given: Buffer, options: PostalMimeOptions): Promise<Email> {
  const fixed = withFixedLines(given);
  if (!fixed) return parseLines(given, options);
  const email = await parseLines(fixed.bytes, options);
  return { ...email, ...(email.text !== undefined && { text: fixed.join(email.text) }) };
}

async function parseLines(raw: Buffer, options: PostalMimeOptions): Promise<Email> {
  const email = await PostalMime.parse(raw, options);
  if (!hasDamage(email.text) && !hasDamage(email.html) && !hasDamage(email.subject)) return email;
  // Latin-1 keeps every byte as a character, so the bytes can be read again.
  const bytes = await PostalMime.parse(asLatin1(raw), options);
  return {
    ...email,
    ...(hasDamage(email.text) && bytes.text !== undefined && { text: decodeAgain(bytes.text) }),
    ...(hasDamage(email.html) && bytes.html !== undefined && { html: decodeAgain(bytes.html) }),
    ...(hasDamage(email.subject) && bytes.subject !== undefined && { subject: decodeAgain(bytes.subject) }),
  };
}

/** U+FFFD: bytes that the declared charset, or UTF-8 without one, does not know. */
const hasDamage = (text = "") => text.includes("\uFFFD");

const textHeader = /^content-type:[ \t]{0,20}text\/(?:plain|html)\b[^\r\n]{0,500}(?:\r?\n[ \t][^\r\n]{0,500}){0,5}/gim;

function asLatin1(raw: Buffer): Buffer {
  const text = raw
    .toString("latin1")
    .replace(textHeader, (header) =>
      /charset=/i.test(header)
        ? header.replace(/charset=[ \t]{0,5}(?:"[^"\r\n]{0,100}"|[^\s;"]{0,100})/gi, "charset=iso-8859-1")
        : `${header}; charset=iso-8859-1`,
    );
  return Buffer.from(text, "latin1");
}

/** Most bytes for the detection of a charset. */
const detectedBytes = 20_000;

function decodeAgain(latin1: string): string {
  // Decoders read ISO-8859-1 as windows-1252, so most bytes come back through that charset; a character above it was no byte.
  const bytes = Buffer.concat(
    [...chunks(latin1)].map((part) =>
      isAboveLatin1(part) ? iconv.encode(part, "windows-1252") : Buffer.from(part, "latin1"),
    ),
  );
  const found = chardet.detect(bytes.subarray(0, detectedBytes)) ?? "windows-1252";
  const decoded = iconv.decode(bytes, iconv.encodingExists(found) ? found : "windows-1252");
  return hasDamage(decoded) ? iconv.decode(bytes, "windows-1252") : decoded;
}

function isAboveLatin1(text: string): boolean {
  return Buffer.from(text, "latin1").toString("latin1") !== text;
}

function* chunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 10_000) yield text.slice(at, at + 10_000);
}

export interface EmailText {
  text: string;
  /** The text of the HTML part, when `text` is not that. */
  html?: () => string;
  /** An HTML part that is too long to be read to its end. */
  unread?: string;
}

/**
 * The e-mail's text: its plain part, or its HTML when the plain part is absent or says something else.
 * @param ownOf the sender's own words in a text
 */
export function textOf({ text = "", html }: Email, ownOf: (text: string) => string): EmailText {
  const plain = repaired(text);
  let read: string | undefined;
  const fromHtml = () => {
    read ??= repaired(textOfHtml(html ?? ""));
    return read;
  };
  if (!html || (plain.trim() !== "" && !isStub(plain, fromHtml(), ownOf)))
    return { text: plain, ...(html && { html: fromHtml }) };
  return { text: fromHtml(), ...(html.length > maxHtmlChars && { unread: html }) };
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });
/** Words that are compared, and the share of them that both parts of a real e-mail have. */
const comparedChars = 3_000;
const sharedWords = 0.5;

/** Whether the plain part only says that there is an HTML part: its words are not those of the HTML, or the HTML says much more. */
function isStub(plain: string, html: string, ownOf: (text: string) => string): boolean {
  const own = wordsOf(plain.slice(0, comparedChars));
  if (html.trim() === "" || own.length === 0) return false;
  const said = wordsOf(html.slice(0, comparedChars * 4));
  // Some programs leave the quote out of the plain part.
  const isShorter = plain.length < comparedChars && said.length > own.length * 2 + 10;
  if (isShorter && wordsOf(ownOf(html.slice(0, comparedChars * 4))).length > own.length * 2 + 10) return true;
  const other = new Set(said);
  return own.filter((word) => other.has(word)).length < own.length * sharedWords;
}

function wordsOf(text: string): string[] {
  // Only one of the parts may show the addresses of links.
  return [...words.segment(text.toLowerCase().replace(/https?:\/\/\S*/g, " "))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/** Texts as mail programs show them, without characters that PostgreSQL cannot store. */
export function repaired(text: string): string {
  return readEscapes(text)
    .replace(/[\u0080-\u009f]/g, (character) => iconv.decode(Buffer.from([character.charCodeAt(0)]), "windows-1252"))
    .replaceAll("\u0000", "")
    .toWellFormed()
    .replace(/\r\n?/g, "\n");
}

/** ISO-2022-JP without its name: Japanese programs write its escape sequences, and other charsets have none. */
function readEscapes(text: string): string {
  const isJapanese = text.includes("\u001b$B") || text.includes("\u001b$@");
  if (!isJapanese || /\P{ASCII}/u.test(text)) return text;
  return new TextDecoder("iso-2022-jp").decode(Buffer.from(text, "latin1"));
}
