import { AppError, asError } from "../../../server/core/errors.ts";
import { fetchAnswer } from "../../../server/core/fetch/fetch-page.ts";
import { readRobots } from "../../../server/core/fetch/robots.ts";
import { listPages } from "../../../server/core/fetch/sitemap-pages.ts";
import { parseUrl, toUrl } from "../../../server/core/text/parse-url.ts";
import { operatorsReach } from "../../../server/operations/doctor/deps.ts";
import { scanTags } from "../../../server/operations/doctor/page/scan-tags.ts";

/** Facts that a site itself shows, before the user has answered any question. */
export interface SiteInspection {
  /** Address of the first page, after redirects. */
  url: string;
  /** Origins of the pages that will show the chat. */
  origins: string[];
  name: string;
  email: string;
  /** Pages that the sitemap lists and robots may fetch, in the sitemap's order. */
  pages: string[];
  /** The reason for having no pages; null when there are some. */
  noPages: string | null;
}

const siteMs = 15_000;
const mostPages = 500;
const mostSitemaps = 20;
/** Titles that name a page and no company. */
const dullTitle = /^(?:home(?: ?page)?|welcome|start(?: ?page)?|startseite|willkommen|accueil|inicio|index)$/i;
/** Separators between the name and the rest of a title. */
const titleParts = /(?<!\s)\s+[|·•–—:-]\s+/;

/** Reads a site's first page and its sitemap. @throws AppError when the site does not answer. */
export async function inspectSite(typed: string): Promise<SiteInspection> {
  const address = withScheme(typed.trim());
  const { network, ...ports } = operatorsReach;
  const options = { network, limits: { ...ports, totalMs: siteMs } };
  const answer = await fetchAnswer(address, options);
  if (answer.status >= 400)
    throw new AppError("not_found", `${address} returned status ${answer.status}. Check the address and try again.`);
  const url = toUrl(answer.url);
  const found = await pagesOf(url, options).then(
    (pages) => ({ pages, noPages: pages.length > 0 ? null : "the sitemap lists no pages" }),
    (error: unknown) => ({ pages: [], noPages: reasonOf(error) }),
  );
  return {
    url: url.href,
    origins: originsOf(url),
    name: nameOf(new TextDecoder().decode(answer.bytes), url),
    email: `admin@${emailHost(url)}`,
    ...found,
  };
}

function withScheme(typed: string): string {
  if (/^https?:\/\//i.test(typed)) return typed;
  return /^(?:localhost|127\.)/i.test(typed) ? `http://${typed}` : `https://${typed}`;
}

async function pagesOf(url: URL, options: Parameters<typeof readRobots>[1]): Promise<string[]> {
  const robots = await readRobots(url, options);
  const { urls: listed } = await listPages(url, robots, { ...options, pages: mostPages, sitemaps: mostSitemaps });
  return listed.filter((page) => robots.mayFetch(page));
}

function reasonOf(error: unknown): string {
  return error instanceof AppError && error.details !== undefined
    ? "the site has no sitemap.xml"
    : asError(error).message;
}

/** Visitors use a site with and without www. When both are one site, the list needs both. */
function originsOf({ origin, hostname, protocol, port }: URL): string[] {
  const isName = hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.startsWith("[");
  if (protocol !== "https:" || !isName || port !== "") return [origin];
  const bare = hostname.replace(/^www\./, "");
  // A subdomain such as shop.example.com has no www. variant.
  const other = hostname.startsWith("www.") ? bare : bare.split(".").length === 2 ? `www.${bare}` : null;
  return other === null ? [origin] : [origin, `https://${other}`];
}

function nameOf(html: string, { hostname }: URL): string {
  let title = "";
  for (const { name, attributes, text } of scanTags(html)) {
    if (name === "meta" && attributes.get("property") === "og:site_name")
      return cutName(attributes.get("content") ?? "");
    if (name === "title" && title === "") title = text;
  }
  // The name is the shortest part of most titles.
  const [shortest = ""] = title
    .split(titleParts)
    .map(cutName)
    .filter((part) => part !== "" && !dullTitle.test(part))
    .sort((a, b) => a.length - b.length);
  if (shortest !== "") return shortest;
  const label = hostname.replace(/^www\./, "").split(".")[0] ?? hostname;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function cutName(text: string): string {
  return text.replace(/&amp;/g, "&").replace(/\s+/g, " ").trim().slice(0, 100);
}

function emailHost({ hostname }: URL): string {
  const bare = hostname.replace(/^www\./, "");
  return bare.includes(".") && !/^[\d.]+$/.test(bare) ? bare : "parley.example";
}

/** Groups pages by the first part of their path, the largest group first. The user chooses from the groups. */
export function sectionsOf(pages: readonly string[]): { section: string; pages: string[] }[] {
  const sections = new Map<string, string[]>();
  for (const page of pages) {
    const parts = (parseUrl(page)?.pathname ?? "/").split("/").filter(Boolean);
    const section = parts.length > 1 ? `/${parts[0]}/` : "/";
    sections.set(section, [...(sections.get(section) ?? []), page]);
  }
  return [...sections]
    .map(([section, own]) => ({ section, pages: own }))
    .sort((a, b) => b.pages.length - a.pages.length || a.section.localeCompare(b.section));
}

/** The pages below any of these paths. */
export function pagesBelow(pages: readonly string[], paths: readonly string[]): string[] {
  return pages.filter((page) => {
    const path = parseUrl(page)?.pathname ?? "/";
    return paths.some((wanted) => path === wanted || path.startsWith(wanted.endsWith("/") ? wanted : `${wanted}/`));
  });
}
