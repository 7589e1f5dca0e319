import { setImmediate as nextTick } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { Parser } from "htmlparser2";
import { AppError } from "../errors.ts";
import { parseUrl } from "../text/parse-url.ts";

export interface Sitemap {
  /** A list of pages, or of other sitemaps. */
  type: "pages" | "sitemaps";
  /** Absolute, in order. */
  addresses: string[];
}

/** The format's limit is 50,000 URLs in 50 MB. */
const maxAddresses = 50_000;
const maxBytes = 50 * 1024 * 1024;
const maxUrlChars = 2_048;
/** Parsed at once; between two slices the server answers other requests. */
const sliceChars = 64 * 1024;

/**
 * Reads a sitemap: XML with any namespace prefix, an index of sitemaps, a feed, or a text with an address per line; also compressed.
 * @throws AppError `unprocessable_document` when it is none.
 */
export async function readSitemap(bytes: Uint8Array, address: string): Promise<Sitemap> {
  const text = decode(unpack(bytes));
  return (await readXml(text, address)) ?? readLines(text) ?? notSitemap();
}

function notSitemap(): never {
  throw new AppError("unprocessable_document", "This is not a sitemap.");
}

const roots: Record<string, Sitemap["type"]> = {
  urlset: "pages",
  sitemapindex: "sitemaps",
  rss: "pages",
  rdf: "pages",
  feed: "pages",
};
/** The element that contains an address, by its parent. Pictures, videos and other languages have other parents. */
const places: Record<string, string> = { url: "loc", sitemap: "loc", item: "link", entry: "link" };

async function readXml(text: string, address: string): Promise<Sitemap | null> {
  let type: Sitemap["type"] | undefined;
  let isOther = false;
  const open: string[] = [];
  const addresses: string[] = [];
  let value = "";
  const isPlace = () => open.length <= 6 && places[open.at(-2) ?? ""] === open.at(-1);
  const take = (found: string) => {
    const url = parseUrl(found.trim(), address);
    if (url && found.length <= maxUrlChars && addresses.length < maxAddresses) addresses.push(url.href);
  };
  const parser = new Parser(
    {
      onopentag(name, { href, rel }) {
        const local = localName(name);
        if (open.length === 0 && type === undefined) {
          type = roots[local];
          isOther ||= type === undefined;
        }
        open.push(local);
        value = "";
        if (href && isPlace() && (rel ?? "alternate") === "alternate") take(href);
      },
      ontext(data) {
        if (value.length <= maxUrlChars && isPlace()) value += data;
      },
      onclosetag() {
        if (isPlace() && value.trim() !== "") take(value);
        value = "";
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  // Another root or deep nesting ends the reading: a sitemap is flat.
  for (let start = 0; start < text.length && !isOther && open.length < 100; start += sliceChars) {
    parser.write(text.slice(start, start + sliceChars));
    if (text.length > sliceChars) await nextTick();
  }
  if (!isOther) parser.end();
  return type === undefined || isOther ? null : { type, addresses };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** A text sitemap. One line that is no address makes it another text. */
function readLines(text: string): Sitemap | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const addresses = lines.slice(0, maxAddresses).flatMap((line) => {
    const url = line.length <= maxUrlChars && /^\s*https?:\/\/\S+\s*$/i.test(line) ? parseUrl(line.trim()) : null;
    return url ? [url.href] : [];
  });
  return addresses.length > 0 && addresses.length === Math.min(lines.length, maxAddresses)
    ? { type: "pages", addresses }
    : null;
}

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new AppError("unprocessable_document", "The sitemap is too large or damaged.", { cause });
  }
}

/** Uses the byte order mark, else the declared encoding. The decoder removes the mark. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^\s{0,99}<\?xml[^>]{0,100}encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(head)?.[1];
  try {
    return new TextDecoder(marked ?? (declared?.toLowerCase().startsWith("utf-16") ? "utf-8" : declared)).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
