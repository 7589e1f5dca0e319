import { setTimeout as sleep } from "node:timers/promises";
import { AppError, asError } from "../../errors.ts";
import { toUrl } from "../../text/parse-url.ts";
import { defaultFetchLimits } from "./fetch-limits.ts";
import { type FetchedPage, type FetchOptions, fetchPage } from "./fetch-page.ts";
import { parsePageUrl } from "./page-url.ts";
import { type Robots, readRobots } from "./robots.ts";
import { listPages, siteOf } from "./sitemap-pages.ts";

export interface CrawlLimits {
  pages: number;
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

/**
 * Fetches the pages that a site lists, one after the other and a few at a time, as its robots.txt allows. The address
 * is that of the sitemap, or of the site. Pages of other hosts are left out.
 * @throws AppError when the sitemap or robots.txt cannot be had, or when the time is up.
 */
export async function* crawlSitemap(address: string, options: CrawlOptions = {}): AsyncGenerator<CrawledPage> {
  const limits = { ...defaultCrawlLimits, ...options.crawl };
  const ended = new AbortController();
  const timeout = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([ended.signal, timeout, ...(options.signal ? [options.signal] : [])]);
  const fetching: FetchOptions = { ...options, signal };
  try {
    const start = parsePageUrl(
      address,
      { ...defaultFetchLimits, ...options.limits },
      options.network?.isAllowedAddress,
    );
    const robots = await readRobots(start, fetching);
    const pages = await listPages(start, robots, { ...fetching, sitemaps: limits.sitemaps, pages: limits.pages });
    yield* fetchInTurn(pages, robots, { limits, fetching, signal });
    if (timeout.aborted) throw new AppError("unavailable", "Reading the site took too long; the rest was left out.");
  } finally {
    // Whoever stops listening stops the fetching too.
    ended.abort();
  }
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
      under.push(Promise.resolve({ type: "skipped", url, reason: "The site's robots.txt keeps robots away." }));
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
      return { type: "skipped", url, reason: "The page leads to another host." };
    }
    return { type: "page", url, page };
  } catch (error) {
    const cause = asError(error);
    return {
      type: "failed",
      url,
      error:
        cause instanceof AppError ? cause : new AppError("unavailable", "The page could not be fetched.", { cause }),
    };
  }
}
