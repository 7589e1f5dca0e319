import { setTimeout as sleep } from "node:timers/promises";
import { AppError, asError } from "../errors.ts";
import { toUrl } from "../text/parse-url.ts";
import { defaultFetchLimits } from "./fetch-limits.ts";
import { type FetchedPage, type FetchOptions, fetchPage, unreachable } from "./fetch-page.ts";
import { keysOfPage, siteOf } from "./page-key.ts";
import { PageCheck } from "./page-problem.ts";
import { parsePageUrl } from "./page-url.ts";
import { type Robots, readRobots, refusedByRobots } from "./robots.ts";
import { type ListedPages, listPages } from "./sitemap-pages.ts";

export interface CrawlLimits {
  /** Limit of pages per crawl. */
  pages: number;
  /** Limit of URLs read from the sitemaps. */
  addresses: number;
  /** Limit of sitemaps read, including nested ones. */
  sitemaps: number;
  /** Pages fetched at the same time. */
  concurrency: number;
  /** Delay between two requests, unless the site asks for a longer one. */
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

/** One URL of the sitemap: its page, or the reason why there is none. */
export type CrawledPage =
  | { type: "page"; url: string; page: FetchedPage /** See `keysOfPage`. */; keys: string[] }
  | { type: "skipped"; url: string; reason: string }
  | { type: "failed"; url: string; error: AppError };

/** A site whose sitemap was read: its listed pages and its robots rules. */
export interface ReadSite extends ListedPages {
  robots: Robots;
}

/**
 * Reads the list of a site's pages without fetching them. The URL is that of the sitemap or of the site. Pages of other hosts are left out.
 * @throws AppError when the sitemap or robots.txt cannot be fetched.
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
 * Fetches the pages that a site lists, in order and a few at a time, as its robots.txt allows.
 * @throws AppError when the sitemap or robots.txt cannot be fetched, or when the time limit is exceeded.
 */
export async function* crawlSitemap(address: string, options: CrawlOptions = {}): AsyncGenerator<CrawledPage> {
  const site = await readSite(address, options);
  yield* fetchPages(site.urls.slice(0, limitsOf(options).pages), site.robots, options);
}

/**
 * Fetches pages of one site in order, a few at a time.
 * @throws AppError when the time limit is exceeded.
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
  const known = new Map<string, string>();
  try {
    for await (const found of fetchInTurn(urls, robots, { limits, fetching: { ...options, signal }, signal }))
      yield onlyOnce(found, known);
    if (timeout.aborted)
      throw new AppError("unavailable", "Reading the site took too long. The remaining pages were skipped.");
  } finally {
    // When the consumer stops reading, fetching stops too.
    ended.abort();
  }
}

/** A page under several addresses is one page. @param known the first address of each key */
function onlyOnce(found: CrawledPage, known: Map<string, string>): CrawledPage {
  if (found.type !== "page") return found;
  const first = found.keys.map((key) => known.get(key)).find((url) => url !== undefined);
  for (const key of found.keys) known.set(key, first ?? found.url);
  return first === undefined ? found : { type: "skipped", url: found.url, reason: `This is the same page as ${first}` };
}

/** The given limits, with defaults for the rest. */
export function limitsOf({ crawl }: CrawlOptions): CrawlLimits {
  return { ...defaultCrawlLimits, ...crawl };
}

interface Crawl {
  limits: CrawlLimits;
  fetching: FetchOptions;
  signal: AbortSignal;
}

/** Keeps a few requests running and yields their pages in the order of the sitemap. */
async function* fetchInTurn(
  pages: string[],
  robots: Robots,
  { limits, fetching, signal }: Crawl,
): AsyncGenerator<CrawledPage> {
  const delayMs = Math.max(limits.delayMs, robots.delayMs);
  // A server that asks one request to wait wants the next ones to wait too.
  let waitUntil = 0;
  const onWait = (ms: number) => {
    waitUntil = Math.max(waitUntil, Date.now() + ms);
  };
  const crawler = { fetching: { ...fetching, onWait }, check: new PageCheck(fetching), robots };
  const under: Promise<CrawledPage>[] = [];
  for (const url of pages) {
    if (signal.aborted) break;
    if (under.length >= limits.concurrency) for (const next of under.splice(0, 1)) yield await next;
    if (!robots.mayFetch(url)) {
      under.push(Promise.resolve({ type: "skipped", url, reason: refusedByRobots }));
      continue;
    }
    under.push(fetchOne(url, crawler));
    const pauseMs = Math.max(delayMs, waitUntil - Date.now());
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // the loop sees the end
  }
  for (const next of under) yield await next;
}

interface Crawler {
  fetching: FetchOptions;
  check: PageCheck;
  robots: Robots;
}

async function fetchOne(url: string, { fetching, check, robots }: Crawler): Promise<CrawledPage> {
  const skipped = (reason: string) => ({ type: "skipped", url, reason }) as const;
  try {
    const page = await fetchPage(url, fetching);
    if (siteOf(toUrl(page.url)) !== siteOf(toUrl(url))) return skipped("The page redirects to another host.");
    if (!robots.mayFetch(page.url)) return skipped(refusedByRobots);
    const problem = await check.problemOf(page);
    if (problem !== null) return skipped(problem);
    if (page.isNoIndex)
      return skipped("The page asks robots not to index it (noindex). Add it by its URL if you need it.");
    return { type: "page", url, page, keys: keysOfPage(url, page) };
  } catch (error) {
    const cause = asError(error);
    return {
      type: "failed",
      url,
      error: cause instanceof AppError ? cause : unreachable(cause),
    };
  }
}
