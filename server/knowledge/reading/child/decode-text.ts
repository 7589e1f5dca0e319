import { analyse } from "chardet";

/** Length of the file part that may declare the encoding, in bytes. HTML says 1024 bytes; authors are less strict. */
const headBytes = 4_096;
/** Bytes that are enough to detect an encoding. */
const sampleBytes = 65_536;
/** Largest share of replacement characters. Above it, a declared encoding is ignored. */
const maxReplaced = 0.001;

export interface DecodedText {
  text: string;
  /** WHATWG name, for example `euc-kr`. */
  encoding: string;
  /** True when no declaration names the encoding and the bytes do not prove it. */
  isGuess: boolean;
}

/**
 * Decodes the text of a file. Uses the byte order mark, else UTF-8 if the bytes prove it, else the encoding that the sender or the page
 * declares, else the best guess.
 */
export function decodeText(bytes: Uint8Array, declaredCharset?: string): DecodedText {
  const marked = byMark(bytes);
  if (marked) return { text: decode(bytes, marked) ?? "", encoding: marked, isGuess: false };
  const isAscii = bytes.every((byte) => byte < 0x80 && byte !== 0 && byte !== 0x1b);
  if (isAscii || isUtf8(bytes)) return { text: decode(bytes, "utf-8") ?? "", encoding: "utf-8", isGuess: false };
  for (const name of [declaredCharset, charsetOfMarkup(bytes)]) {
    const encoding = encodingOf(name);
    const text = encoding && decode(bytes, encoding);
    if (text && replacedShare(text) <= maxReplaced) return { text, encoding, isGuess: false };
  }
  const encoding = wideWithoutMark(bytes) ?? guess(bytes);
  return { text: decode(bytes, encoding) ?? "", encoding, isGuess: true };
}

/** The charset of a media type: `text/html; charset=EUC-KR`. */
export function charsetOfType(mediaType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(mediaType ?? "")?.[1];
}

/** True for text that starts with a byte order mark. */
export function hasMark(bytes: Uint8Array): boolean {
  return byMark(bytes) !== undefined;
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

/** Valid UTF-8 beyond ASCII is never a coincidence. Escape sequences belong to ISO-2022, NUL bytes to UTF-16. */
function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.includes(0) || bytes.includes(0x1b)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function charsetOfMarkup(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
  const named =
    /<meta[^<>]{0,300}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(head) ??
    /^\s{0,99}<\?xml[^>]{0,100}encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(head);
  // A page whose declaration is readable as ASCII cannot be UTF-16.
  return named?.[1]?.toLowerCase().startsWith("utf-16") ? undefined : named?.[1];
}

function wideWithoutMark(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  let even = 0;
  let odd = 0;
  sample.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  const many = sample.length / 5;
  if (odd > many && even < many / 10) return "utf-16le";
  if (even > many && odd < many / 10) return "utf-16be";
  return undefined;
}

function guess(bytes: Uint8Array): string {
  const candidates = analyse(bytes.subarray(0, sampleBytes)).flatMap(({ name }) => encodingOf(name) ?? []);
  for (const encoding of candidates) {
    const text = decode(bytes, encoding);
    if (text && replacedShare(text) <= maxReplaced) return encoding;
  }
  return "windows-1252";
}

function encodingOf(name: string | undefined): string | undefined {
  if (!name) return undefined;
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}

/** The signs of windows-1252 in the place of the control characters 0x80 to 0x9f; a space where it has none. */
const westernSigns = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Node.js 20 reads windows-1252 as ISO 8859-1, whose signs are control characters there. */
function decodeWestern(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(/[\u0080-\u009f]/g, (sign) => {
    const known = westernSigns[sign.charCodeAt(0) - 0x80];
    return known === undefined || known === " " ? sign : known;
  });
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === "windows-1252") return decodeWestern(bytes);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

function replacedShare(text: string): number {
  let replaced = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) replaced += 1;
  return replaced / Math.max(1, text.length);
}
