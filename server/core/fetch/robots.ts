import robotsParser from "robots-parser";
import { AppError } from "../errors.ts";
import { robotName } from "./fetch-limits.ts";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";

export interface Robots {
  mayFetch(url: string): boolean;
  /** Delay that the site asks for between two pages, in ms. */
  delayMs: number;
  sitemaps: string[];
}

/** The package exports a function; its types describe an object that contains the function. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Message for a page that robots.txt blocks. */
export const refusedByRobots = "The site's robots.txt blocks crawlers.";

/** Only this much of the file is read, as in RFC 9309. */
const maxBytes = 500 * 1024;
/** Upper limit of the delay that a site can ask for. */
const maxDelayMs = 30_000;

/**
 * The site's rules for robots. A missing robots.txt allows everything; when it cannot be fetched because of a server error, nothing is
 * allowed for now.
 */
export async function readRobots(site: URL, options: FetchOptions): Promise<Robots> {
  const address = new URL("/robots.txt", site).href;
  const text = await fetchRobots(address, options);
  const rules = parseRobots(address, text);
  const delay = rules.getCrawlDelay(robotName) ?? 0;
  return {
    mayFetch: (url) => rules.isAllowed(url, robotName) !== false,
    delayMs: Math.min(maxDelayMs, Math.max(0, delay * 1000 || 0)),
    sitemaps: rules.getSitemaps(),
  };
}

async function fetchRobots(address: string, options: FetchOptions): Promise<string> {
  try {
    const { bytes } = await fetchPage(address, { ...options, limits: { ...options.limits, bytes: maxBytes } });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof AppError && error.code === "unprocessable_document" && hasStatus(error)) return "";
    throw error;
  }
}

function hasStatus({ details }: AppError): boolean {
  return typeof details === "object" && details !== null && "status" in details;
}
