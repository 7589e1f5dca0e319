import { setTimeout as sleep } from "node:timers/promises";
import { AppError, asError } from "../errors.ts";
import { toUrl } from "../text/parse-url.ts";
import { defaultFetchLimits } from "./fetch-limits.ts";
import { type FetchedPage, type FetchOptions, fetchPage } from "./fetch-page.ts";
import { parsePageUrl } from "./page-url.ts";
import { type Robots, readRobots, refusedByRobots } from "./robots.ts";
import { type ListedPages, listPages, siteOf } from "./sitemap-pages.ts";

export interface CrawlLimits {
  /** Pages that are fetched in one go. */
  pages: number;
  /** Addresses that are read out of the sitemaps. */
  addresses: number;
  /** Sitemaps that are read, with those that other sitemaps name. */
  sitemaps: number;
  /** Pages that are fetched at the same time. */
  concurrency: number;
  /** Time between two requests, unless the site asks for more. */
  delayMs: number;
  totalMs: number;
}

const defaultCrawlLimits: CrawlLimits = {
  pages: 500,
  addresses: 5_000,
  sitemaps: 50,
  concurrency: 2,
  delayMs: 500,
  totalMs: 60 * 60_000,
};

export interface CrawlOptions extends FetchOptions {
  crawl?: Partial<CrawlLimits>;
}

/** One address of the sitemap: its page, or why there is none. */
export type CrawledPage =
  | { type: "page"; url: string; page: FetchedPage }
  | { type: "skipped"; url: string; reason: string }
  | { type: "failed"; url: string; error: AppError };

/** A site whose sitemap was read: which addresses it lists, and what robots may do there. */
export interface ReadSite extends ListedPages {
  robots: Robots;
}

/**
 * Reads which pages a site lists, and fetches none of them. The address is that of the sitemap, or of the site. Pages of other hosts are
 * left out.
 * @throws AppError when the sitemap or robots.txt cannot be had.
 */
export async function readSite(address: string, options: CrawlOptions = {}): Promise<ReadSite> {
  const limits = limitsOf(options);
  const rules = { ...defaultFetchLimits, ...options.limits };
  const start = parsePageUrl(address, rules, options.network?.isAllowedAddress);
  const robots = await readRobots(start, options);
  const listed = await listPages(start, robots, { ...options, sitemaps: limits.sitemaps, pages: limits.addresses });
  return { ...listed, robots };
}

/**
 * Fetches the pages that a site lists, one after the other and a few at a time, as its robots.txt allows.
 * @throws AppError when the sitemap or robots.txt cannot be had, or when the time is up.
 */
export async function* crawlSitemap(address: string, options: CrawlOptions = {}): AsyncGenerator<CrawledPage> {
  const site = await readSite(address, options);
  yield* fetchPages(site.urls.slice(0, limitsOf(options).pages), site.robots, options);
}

/**
 * Fetches pages of one site, a few at a time, in their order.
 * @throws AppError when the time is up.
 */
export async function* fetchPages(
  urls: string[],
  robots: Robots,
  options: CrawlOptions = {},
): AsyncGenerator<CrawledPage> {
  const limits = limitsOf(options);
  const ended = new AbortController();
  const timeout = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([ended.signal, timeout, ...(options.signal ? [options.signal] : [])]);
  try {
    yield* fetchInTurn(urls, robots, { limits, fetching: { ...options, signal }, signal });
    if (timeout.aborted)
      throw new AppError("unavailable", "Reading the site took too long. The remaining pages were skipped.");
  } finally {
    // Whoever stops listening stops the fetching too.
    ended.abort();
  }
}

/** The limits that hold where the options say nothing else. */
export function limitsOf({ crawl }: CrawlOptions): CrawlLimits {
  return { ...defaultCrawlLimits, ...crawl };
}

interface Crawl {
  limits: CrawlLimits;
  fetching: FetchOptions;
  signal: AbortSignal;
}

/** Keeps a few requests on the way and gives their pages in the order of the sitemap. */
async function* fetchInTurn(
  pages: string[],
  robots: Robots,
  { limits, fetching, signal }: Crawl,
): AsyncGenerator<CrawledPage> {
  const delayMs = Math.max(limits.delayMs, robots.delayMs);
  const under: Promise<CrawledPage>[] = [];
  for (const url of pages) {
    if (signal.aborted) break;
    if (under.length >= limits.concurrency) for (const next of under.splice(0, 1)) yield await next;
    if (!robots.mayFetch(url)) {
      under.push(Promise.resolve({ type: "skipped", url, reason: refusedByRobots }));
      continue;
    }
    under.push(fetchOne(url, fetching));
    await sleep(delayMs, undefined, { signal }).catch(() => undefined); // the loop sees the end
  }
  for (const next of under) yield await next;
}

async function fetchOne(url: string, fetching: FetchOptions): Promise<CrawledPage> {
  try {
    const page = await fetchPage(url, fetching);
    if (siteOf(toUrl(page.url)) !== siteOf(toUrl(url))) {
      return { type: "skipped", url, reason: "The page redirects to another host." };
    }
    return { type: "page", url, page };
  } catch (error) {
    const cause = asError(error);
    return {
      type: "failed",
      url,
      error:
        cause instanceof AppError
          ? cause
          : new AppError("unavailable", "The page could not be fetched. Check the URL and try again.", { cause }),
    };
  }
}
