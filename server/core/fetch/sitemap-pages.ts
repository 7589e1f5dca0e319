import { AppError } from "../errors.ts";
import { parseUrl, toUrl } from "../text/parse-url.ts";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";
import { pageKey, siteOf, withoutTracking } from "./page-key.ts";
import type { Robots } from "./robots.ts";
import { readSitemap, type Sitemap } from "./sitemap-file.ts";

export interface SitemapOptions extends FetchOptions {
  sitemaps: number;
  pages: number;
}

export interface ListedPages {
  /** Each page once, without tracking parameters. */
  urls: string[];
  /** Listed pages of other hosts, at most {@link maxForeign}. */
  foreign: string[];
  /** False when a limit was reached or one of several sitemaps could not be read: there may be more pages. */
  isComplete: boolean;
}

const maxForeign = 100;

/** Where sites keep their sitemap when robots.txt names none. */
const usualPlaces = ["/sitemap.xml", "/sitemap_index.xml", "/sitemap.txt", "/sitemap.xml.gz"];

/**
 * Pages listed in the sitemaps of the start URL's host, without duplicates, in order. The start URL is a sitemap of any name or form, or
 * another address of the site; then robots.txt or the usual places name the sitemap.
 */
export async function listPages(start: URL, robots: Robots, options: SitemapOptions): Promise<ListedPages> {
  const reader = new SitemapReader(start, options);
  const named = robots.sitemaps.flatMap((address) => parseUrl(address, start)?.href ?? []);
  const isNamed = looksLikeSitemap(start);
  if (isNamed || start.pathname !== "/" || start.search !== "") await reader.readAll([start.href]);
  // An address that looks like a sitemap is what the user meant, also when it is broken.
  if (!isNamed && reader.read === 0) {
    const given = reader.failure;
    reader.failure = undefined;
    await reader.readAll(named);
    if (named.length === 0)
      for (const place of usualPlaces) {
        if (reader.read > 0) break;
        const before = reader.failure;
        await reader.readAll([toUrl(place, start).href]);
        reader.failure = reader.read > 0 ? undefined : (before ?? reader.failure);
      }
    reader.failure ??= reader.read > 0 ? undefined : given;
  }
  if (reader.read === 0)
    throw (
      reader.failure ?? new AppError("unprocessable_document", "The site has no sitemap. Add its pages one by one.")
    );
  return reader.pages();
}

function looksLikeSitemap({ pathname, search }: URL): boolean {
  return /\.(?:xml|txt|gz|rss|atom)$/i.test(pathname) || /sitemap/i.test(pathname + search);
}

class SitemapReader {
  /** Number of sitemaps that could be read, and the first error of the others. */
  read = 0;
  failure: unknown;
  readonly #start: URL;
  readonly #options: SitemapOptions;
  readonly #seen = new Set<string>();
  /** Addresses by the key of their page. */
  readonly #pages = new Map<string, string>();
  readonly #foreign = new Set<string>();
  #isCut = false;

  constructor(start: URL, options: SitemapOptions) {
    this.#start = start;
    this.#options = options;
  }

  /** Reads sitemaps and the sitemaps that they list. One broken sitemap among several loses only its own pages. */
  async readAll(addresses: string[]): Promise<void> {
    const waiting = [...addresses];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (this.#seen.has(address)) continue;
      if (this.#seen.size >= this.#options.sitemaps || this.#pages.size >= this.#options.pages) {
        this.#isCut = true;
        continue;
      }
      this.#seen.add(address);
      try {
        const { bytes, url } = await fetchPage(address, this.#options);
        const sitemap = await readSitemap(bytes, url);
        this.read += 1;
        waiting.push(...this.#take(sitemap, toUrl(address)));
      } catch (error) {
        this.failure ??= error;
      }
    }
  }

  pages(): ListedPages {
    const isComplete = !this.#isCut && this.failure === undefined;
    return { urls: [...this.#pages.values()], foreign: [...this.#foreign], isComplete };
  }

  /** Keeps the listed pages. @returns the listed sitemaps. */
  #take({ type, addresses }: Sitemap, listedBy: URL): string[] {
    if (type === "sitemaps")
      return addresses.filter((address) => isOn(address, this.#start) || isOn(address, listedBy));
    for (const address of addresses) {
      if (isOn(address, this.#start)) this.#addPage(address);
      else if (/^https?:/.test(address) && this.#foreign.size < maxForeign) this.#foreign.add(address);
    }
    return [];
  }

  #addPage(address: string): void {
    const key = pageKey(address);
    if (this.#pages.has(key)) return;
    if (this.#pages.size >= this.#options.pages) {
      this.#isCut = true;
      return;
    }
    this.#pages.set(key, withoutTracking(address.split("#", 1)[0] ?? ""));
  }
}

/** True for a web address of the same host. Hosts with and without `www.` are the same. */
function isOn(address: string, start: URL): boolean {
  const url = parseUrl(address);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url !== null && isWeb && siteOf(url) === siteOf(start);
}
