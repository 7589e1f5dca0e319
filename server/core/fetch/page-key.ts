import normalizeUrl from "normalize-url";
import { parseUrl, toUrl } from "../text/parse-url.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** Query parameters that only tell a site where its visitors came from. */
const tracking = [
  /^(?:utm|mtm|matomo|pk|piwik|hsa|at)_/i,
  /^(?:[gdy]clid|gclsrc|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|srsltid|epik|rb_clickid)$/i,
  /^(?:_ga|_gl|_hsenc|_hsmi|hsCtaTracking|mc_[ce]id|mkt_tok|vero_id|oly_(?:anon|enc)_id|wickedid|s_kwcid)$/i,
];

/** The address without tracking parameters; otherwise unchanged. */
export function withoutTracking(address: string): string {
  const url = parseUrl(address);
  if (!url) return address;
  const names = [...url.searchParams.keys()].filter((name) => tracking.some((pattern) => pattern.test(name)));
  if (names.length === 0) return address; // the query keeps its spelling
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/**
 * A key that is equal for addresses of the same page: it ignores the scheme, `www.`, index files, a slash at the end, tracking
 * parameters, the fragment and the order of parameters. It is compared, never fetched.
 */
export function pageKey(address: string): string {
  try {
    return normalizeUrl(address, {
      forceHttps: true,
      stripHash: true,
      removeQueryParameters: tracking,
      removeDirectoryIndex: [/^(?:index|default)\.(?:x?html?|php|aspx?|jsp)$/i],
    });
  } catch {
    return address;
  }
}

/** The keys of addresses, by address. */
export function keysOf(urls: readonly string[]): Map<string, string> {
  return new Map(urls.map((url) => [url, pageKey(url)]));
}

/**
 * The keys of a page that was fetched: of the address that was asked for, of the one that answered, and of the one that the page names as
 * its own. Many sites name their home page on every page by mistake, so that name does not count.
 */
export function keysOfPage(asked: string, { url, facts }: Pick<FetchedPage, "url" | "facts">): string[] {
  const canonical = facts?.canonical ? parseUrl(facts.canonical) : null;
  const isOwn = canonical !== null && siteOf(canonical) === siteOf(toUrl(url)) && canonical.pathname !== "/";
  return [...new Set([asked, url, ...(isOwn ? [canonical.href] : [])].map(pageKey))];
}

/** Host without `www.`, to compare sites. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, "");
}
