import { gunzipSync } from "node:zlib";
import { AppError } from "../errors.ts";
import { parseUrl } from "../text/parse-url.ts";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";
import type { Robots } from "./robots.ts";

export interface SitemapOptions extends FetchOptions {
  sitemaps: number;
  pages: number;
}

export interface ListedPages {
  urls: string[];
  /** False when a limit was reached or one of several sitemaps could not be read: there may be more pages. */
  isComplete: boolean;
}

/** Pages listed in the sitemaps of the start URL's host, without duplicates, in order. */
export async function listPages(start: URL, robots: Robots, options: SitemapOptions): Promise<ListedPages> {
  const waiting = sitemapsOf(start, robots);
  const seen = new Set<string>();
  const pages = new Set<string>();
  let failure: unknown;
  let read = 0;
  let isCut = false;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (seen.has(address)) continue;
    if (seen.size >= options.sitemaps || pages.size >= options.pages) {
      isCut = true;
      continue;
    }
    seen.add(address);
    try {
      const { bytes } = await fetchPage(address, options);
      const { type, addresses } = readSitemap(bytes);
      read += 1;
      const own = addresses.flatMap((each) => ownAddress(each, start));
      if (type === "sitemaps") waiting.push(...own);
      else
        for (const page of own) {
          if (pages.size < options.pages) pages.add(page);
          else isCut ||= !pages.has(page);
        }
    } catch (error) {
      // One broken sitemap among several loses only its own pages.
      failure ??= error;
    }
  }
  if (read === 0)
    throw failure ?? new AppError("unprocessable_document", "The site has no sitemap. Add its pages one by one.");
  return { urls: [...pages], isComplete: !isCut && failure === undefined };
}

/** The URL itself when it is a sitemap; else the sitemaps in robots.txt; else the default location. */
function sitemapsOf(start: URL, robots: Robots): string[] {
  if (/\.(?:xml|gz)$/i.test(start.pathname)) return [start.href];
  const named = robots.sitemaps.flatMap((address) => ownAddress(address, start));
  return named.length > 0 ? named : [new URL("/sitemap.xml", start).href];
}

/** The URL, absolute and without its fragment, when it is on the same host. Hosts with and without `www.` are the same. */
function ownAddress(address: string, start: URL): string[] {
  const url = parseUrl(address, start);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || siteOf(url) !== siteOf(start)) return [];
  url.hash = "";
  return [url.href];
}

/** Host without `www.`, to compare sites. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, "");
}

interface Sitemap {
  /** A list of pages, or of other sitemaps. */
  type: "pages" | "sitemaps";
  addresses: string[];
}

/** The format's limit is 50,000 URLs in 50 MB. */
const maxAddresses = 50_000;
const maxBytes = 50 * 1024 * 1024;

/** Reads a sitemap or a sitemap index, also compressed. Ignores pictures and videos. */
function readSitemap(bytes: Uint8Array): Sitemap {
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
