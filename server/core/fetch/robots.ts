import robotsParser from "robots-parser";
import { AppError } from "../errors.ts";
import { robotName } from "./fetch-limits.ts";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";

export interface Robots {
  mayFetch(url: string): boolean;
  /** What the site asks for between two pages, in milliseconds. */
  delayMs: number;
  sitemaps: string[];
}

/** The package is a function; its types describe an object that holds it. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Why a page is left alone, in words for people. */
export const refusedByRobots = "The site's robots.txt blocks crawlers.";

/** More of the file is not read, as RFC 9309 has it. */
const maxBytes = 500 * 1024;
/** A site that asks for more patience than this gets this much. */
const maxDelayMs = 30_000;

/**
 * What a site lets robots fetch. A missing robots.txt allows everything; one that cannot be had because the site is in
 * trouble allows nothing, for now.
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
