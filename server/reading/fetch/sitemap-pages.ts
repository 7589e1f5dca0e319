import { AppError } from "../../errors.ts";
import { parseUrl } from "../../text/parse-url.ts";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";
import { readSitemap } from "./read-sitemap.ts";
import type { Robots } from "./robots.ts";

export interface SitemapOptions extends FetchOptions {
  sitemaps: number;
  pages: number;
}

/** Pages of the start's host that its sitemaps list, each once, in their order. */
export async function listPages(start: URL, robots: Robots, options: SitemapOptions): Promise<string[]> {
  const waiting = sitemapsOf(start, robots);
  const seen = new Set<string>();
  const pages = new Set<string>();
  let failure: unknown;
  let read = 0;
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (seen.has(address) || seen.size >= options.sitemaps || pages.size >= options.pages) continue;
    seen.add(address);
    try {
      const { bytes } = await fetchPage(address, options);
      const { type, addresses } = readSitemap(bytes);
      read += 1;
      const own = addresses.flatMap((each) => ownAddress(each, start));
      if (type === "sitemaps") waiting.push(...own);
      else for (const page of own) if (pages.size < options.pages) pages.add(page);
    } catch (error) {
      // One broken sitemap of many loses its own pages only.
      failure ??= error;
    }
  }
  if (read === 0) throw failure ?? new AppError("unprocessable_document", "The site has no sitemap.");
  return [...pages];
}

/** The address itself when it is that of a sitemap; else what robots.txt names; else the usual place. */
function sitemapsOf(start: URL, robots: Robots): string[] {
  if (/\.(?:xml|gz)$/i.test(start.pathname)) return [start.href];
  const named = robots.sitemaps.flatMap((address) => ownAddress(address, start));
  return named.length > 0 ? named : [new URL("/sitemap.xml", start).href];
}

/** The address, absolute and without its fragment, when it is on the same host. `www.` is the same. */
function ownAddress(address: string, start: URL): string[] {
  const url = parseUrl(address, start);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || siteOf(url) !== siteOf(start)) return [];
  url.hash = "";
  return [url.href];
}

/** Host without `www.`, for telling one site from another. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, "");
}
