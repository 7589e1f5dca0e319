import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AppError } from "../errors.ts";
import { parseUrl } from "../text/parse-url.ts";
import { defaultFetchLimits, type FetchLimits, userAgent } from "./fetch-limits.ts";
import { type Network, publicNetwork, RefusedHost } from "./guarded-lookup.ts";
import { factsOf, isNoIndex, type PageFacts, refreshTarget } from "./page-facts.ts";
import { notPublic, parsePageUrl } from "./page-url.ts";
import { acceptEncoding, readBody } from "./read-body.ts";
import { busyDetails, retryLater } from "./retry-later.ts";
import { ChainCookies, sendRequest } from "./send-request.ts";

export interface FetchedPage {
  /** URL after redirects. */
  url: string;
  bytes: Uint8Array;
  /** Media type in lower case, e.g. `text/html`; empty when the server names none. */
  contentType: string;
  charset: string | null;
  /** Type and charset together, as the server sent them; passed to `parseFile` as the declared type. */
  declaredType: string;
  /** The server's validator for this version of the page, for {@link fetchIfChanged}. */
  etag: string | null;
  lastModified: string | null;
  /** The server or the page asks robots not to index it. */
  isNoIndex: boolean;
  /** Null when it is not HTML. */
  facts: PageFacts | null;
}

/** Validators from the last fetch of a page, and its URL after redirects. */
export interface Validators extends Pick<FetchedPage, "etag" | "lastModified"> {
  url: string | null;
}

/** A server's response, with any status. */
export interface FetchedAnswer {
  /** URL after redirects. */
  url: string;
  /** URLs that redirected, in order. */
  redirects: string[];
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Uint8Array;
}

export interface FetchOptions {
  limits?: Partial<FetchLimits>;
  signal?: AbortSignal;
  /** Set by tests, and when a page is checked for the operator; default: the public internet. */
  network?: Network;
  /** Headers in addition to this program's own. */
  headers?: Record<string, string>;
  /** Called before a wait that a server asked for, with its length in ms. */
  onWait?(ms: number): void;
}

const accept = "text/html,application/xhtml+xml,application/pdf,text/markdown,text/plain;q=0.9,*/*;q=0.5";
const headers = { "user-agent": userAgent, accept, "accept-encoding": acceptEncoding };
const redirects = new Set([301, 302, 303, 307, 308]);
/** Status codes after which a retry may succeed. */
const passingStatus = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Fetches one page of the public internet. Checks every address it connects to, also after redirects. Follows a page that sends its
 * readers on at once, and fetches nothing else that a page refers to. Waits and tries again when the server asks for it.
 * @throws AppError `invalid_request` for a URL that may not be fetched, `unprocessable_document` when the page itself is the problem,
 * `unavailable` when a retry may succeed.
 */
export function fetchPage(address: string, options: FetchOptions = {}): Promise<FetchedPage> {
  return retryLater(options, () =>
    follow(address, { ...options, next: refreshOf }, ({ url, response, limits }) =>
      readPage(url, response, limits.bytes),
    ),
  );
}

/** Like {@link fetchPage}; null when the server reports that the page has not changed. */
export function fetchIfChanged(
  address: string,
  known: Validators,
  options: FetchOptions = {},
): Promise<FetchedPage | null> {
  const headersFor = (url: URL) => conditionsFor(url, known);
  const read = async ({ url, response, limits }: Reached) => {
    const isConditional = Object.keys(headersFor(url)).length > 0;
    if (response.statusCode !== 304 || !isConditional) return readPage(url, response, limits.bytes);
    response.destroy();
    return null;
  };
  return retryLater(options, () =>
    follow<FetchedPage | null>(address, { ...options, headersFor, next: refreshOf }, read),
  );
}

/** Fetches like {@link fetchPage} and returns the response as it is: any status, with its headers. */
export function fetchAnswer(address: string, options: FetchOptions = {}): Promise<FetchedAnswer> {
  return follow(address, options, async ({ url, redirects: passed, response, limits }) => ({
    url: url.href,
    redirects: passed,
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes: await readBody(response, limits.bytes),
  }));
}

interface Reached {
  url: URL;
  redirects: string[];
  response: IncomingMessage;
  limits: FetchLimits;
}

async function follow<T>(
  address: string,
  options: FetchOptions & {
    headersFor?: (url: URL) => Record<string, string>;
    /** The address that a page that was read sends its readers to. */
    next?: (result: T) => string | undefined;
  },
  read: (reached: Reached) => Promise<T>,
): Promise<T> {
  const limits = { ...defaultFetchLimits, ...options.limits };
  const network = options.network ?? publicNetwork;
  const timeout = AbortSignal.timeout(limits.totalMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const passed: string[] = [];
  try {
    let url = parsePageUrl(address, limits, network.isAllowedAddress);
    const cookies = new ChainCookies();
    while (passed.length <= limits.redirects) {
      const own = { ...headers, ...options.headers, ...options.headersFor?.(url), ...cookies.headerFor(url) };
      const response = await sendRequest(url, network, { signal, headers: own });
      cookies.take(url, response);
      let target = redirectTarget(response);
      if (target === undefined) {
        const result = await read({ url, redirects: passed, response, limits });
        target = options.next?.(result);
        if (target === undefined) return result;
      }
      response.destroy();
      passed.push(url.href);
      url = parseRedirect(target, url, { limits, network });
    }
    throw new AppError("unprocessable_document", `The page redirects more than ${limits.redirects} times.`);
  } catch (error) {
    throw readableError(error, { timeout, limits });
  }
}

/** Validators belong to one URL; after a redirect, another URL has none yet. */
function conditionsFor(url: URL, known: Validators | null): Record<string, string> {
  if (known?.url !== url.href) return {};
  return {
    ...(known.etag ? { "if-none-match": known.etag } : {}),
    ...(known.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
}

function refreshOf(page: FetchedPage | null): string | undefined {
  return page?.facts ? refreshTarget(page.facts, page.url) : undefined;
}

function redirectTarget({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  return redirects.has(statusCode) ? (location ?? "") : undefined;
}

function parseRedirect(target: string, from: URL, rules: { limits: FetchLimits; network: Network }): URL {
  try {
    const absolute = parseUrl(target, from)?.href ?? target;
    return parsePageUrl(absolute, rules.limits, rules.network.isAllowedAddress);
  } catch (cause) {
    throw new AppError("unprocessable_document", "The page redirects to a URL that is not allowed.", {
      cause,
    });
  }
}

async function readPage(url: URL, response: IncomingMessage, limit: number): Promise<FetchedPage> {
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) {
    response.destroy();
    const code = passingStatus.has(statusCode) ? "unavailable" : "unprocessable_document";
    const details = busyDetails(statusCode, response.headers["retry-after"]);
    throw new AppError(code, `The server answered with status ${statusCode}.`, { details });
  }
  const bytes = await readBody(response, limit);
  const declaredType = response.headers["content-type"] ?? "";
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(declaredType)?.[1]?.toLowerCase() ?? null;
  const contentType = declaredType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const facts = await factsOf({ bytes, contentType, charset, url: url.href });
  return {
    url: url.href,
    bytes,
    contentType,
    charset,
    declaredType,
    etag: validatorOf(response.headers.etag),
    lastModified: validatorOf(response.headers["last-modified"]),
    isNoIndex: (facts?.isNoIndex ?? false) || isNoIndex(response.headers["x-robots-tag"]),
    facts,
  };
}

/** Longer validators are ignored, because they would have to be stored. */
const maxValidatorChars = 200;

function validatorOf(value: string | undefined): string | null {
  return value !== undefined && value.length <= maxValidatorChars && /^[\x20-\x7e]+$/.test(value) ? value : null;
}

function readableError(error: unknown, { timeout, limits }: { timeout: AbortSignal; limits: FetchLimits }): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof RefusedHost) return new AppError("unprocessable_document", notPublic, { cause: error });
  if (timeout.aborted) {
    const seconds = Math.round(limits.totalMs / 1000);
    return new AppError("unavailable", `The page took longer than ${seconds} seconds.`, { cause: error });
  }
  return unreachable(error);
}

/** A page whose server cannot be reached, with the reason as far as the network tells it. */
export function unreachable(error: unknown): AppError {
  const code = errorCodes(error).find((each) => each in reasons);
  return new AppError("unavailable", code ? (reasons[code] ?? "") : "The site cannot be reached. Check the URL.", {
    cause: error,
  });
}

const noAnswer = "The site does not answer. Check that it is online.";
const badCertificate = "The site's certificate is not valid. Renew it.";
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "No site has this address. Check the URL.",
  ECONNREFUSED: noAnswer,
  ETIMEDOUT: noAnswer,
  UND_ERR_CONNECT_TIMEOUT: noAnswer,
  CERT_HAS_EXPIRED: badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
};

/** The codes of an error and of its causes, of which there are few. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { code } = error as { code?: unknown };
  return [...(typeof code === "string" ? [code] : []), ...errorCodes(error.cause, depth + 1)];
}
