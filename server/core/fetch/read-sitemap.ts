import { gunzipSync } from "node:zlib";
import { AppError } from "../errors.ts";

export interface Sitemap {
  /** Pages, or other sitemaps. */
  type: "pages" | "sitemaps";
  addresses: string[];
}

/** The format's own limit is 50,000 addresses in 50 MB. */
const maxAddresses = 50_000;
const maxBytes = 50 * 1024 * 1024;

/** Reads a sitemap or a list of sitemaps, also a packed one. Pictures and videos that it lists are no pages. */
export function readSitemap(bytes: Uint8Array): Sitemap {
  const text = new TextDecoder().decode(unpack(bytes));
  const root = /<(?:\w{1,20}:)?(urlset|sitemapindex)[\s>]/.exec(text)?.[1];
  if (!root) throw new AppError("unprocessable_document", "This is not a sitemap.");
  const addresses: string[] = [];
  for (const [, prefix, value] of text.matchAll(
    /<(\w{1,20}:)?loc\s{0,9}>([^<]{1,4000}|<!\[CDATA\[[^<]{1,4000}\]\]>)<\//g,
  )) {
    if (/^(?:image|video|news):$/.test(prefix ?? "")) continue;
    if (addresses.length >= maxAddresses) break;
    addresses.push(decodeEntities((value ?? "").replace(/^<!\[CDATA\[|\]\]>$/g, "").trim()));
  }
  return { type: root === "urlset" ? "pages" : "sitemaps", addresses };
}

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new AppError("unprocessable_document", "The sitemap is too large or damaged.", { cause });
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
}
