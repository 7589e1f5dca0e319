import { getPublicSuffix } from "tldts";
import { parseUrl } from "../../core/text/parse-url.ts";

/**
 * Web origins that may start a visitor session for a tenant.
 *
 * An entry of a tenant's list has a scheme, a host and a port; it is stored as `https://host[:port]`.
 * - `https://shop.example` allows exactly that host on port 443. Not `www.shop.example`, not another port.
 * - `https://*.shop.example` allows one or more labels before `.shop.example`; never `shop.example` itself.
 * - `https://shop.example:8443` allows only that port.
 * - The scheme is `https`. `http` is allowed only for `localhost`, `127.0.0.1` and `[::1]`.
 * - An entry without a scheme means `https`, or `http` for those three hosts.
 * - A wildcard comes first, only once, and before a name of at least two labels (`*.example` is rejected); never before an IP address,
 *   and never before a public suffix, under which anybody can register a name (`*.co.uk`, `*.github.io`).
 * - A registry's public suffix is not a site (`co.uk` is rejected). A hosting provider's may be (`https://github.io`), and names of an
 *   internal network, which no registry knows, are accepted.
 * - An empty list allows nothing.
 *
 * The `Origin` header is compared after parsing, lower-casing and conversion to punycode, and only when it has the form that browsers send:
 * missing, multiple or opaque (`null`) origins, and any with a path, credentials, spaces, escapes or a final dot, are rejected. No other
 * header is used.
 */
export interface Origin {
  scheme: "https" | "http";
  /** Lower-case ASCII host; an IPv6 address keeps its brackets. */
  host: string;
  /** Empty for the scheme's default port. */
  port: string;
}

export type DomainResult = { ok: true; pattern: string } | { ok: false; reason: string };

const maxOriginChars = 300;
const maxHostChars = 253;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
const defaultPorts = { https: ":443", http: ":80" } as const;

/** Parses an `Origin` header; null unless it is exactly one web origin that could be allowed. */
export function parseOrigin(header: string | readonly string[] | undefined): Origin | null {
  if (typeof header !== "string" || header.length > maxOriginChars) return null;
  const url = parseUrl(header);
  const origin = url && toOrigin(url);
  if (!origin) return null;
  // The parser tolerates much (tabs, `127.1`, `%41`, a path); only an origin that it returns unchanged is accepted.
  const written = header.toLowerCase();
  return written === url.origin || written === url.origin + defaultPorts[origin.scheme] ? origin : null;
}

/** The origin in the form that browsers send. */
export function formatOrigin(origin: Origin): string {
  return `${origin.scheme}://${origin.host}${origin.port === "" ? "" : `:${origin.port}`}`;
}

/**
 * All stored patterns that would allow this origin, the exact one first. A tenant's list allows an origin when it contains one of them, so
 * the check is a simple lookup.
 */
export function patternsFor(origin: Origin): string[] {
  const patterns = [formatOrigin(origin)];
  if (isAddress(origin.host)) return patterns;
  const labels = origin.host.split(".");
  for (let from = 1; from <= labels.length - 2; from += 1) {
    const below = labels.slice(from).join(".");
    // A list may be older than this rule: a wildcard before a public suffix allows nothing.
    if (isPublicSuffix(below)) break;
    patterns.push(formatOrigin({ ...origin, host: `*.${below}` }));
  }
  return patterns;
}

/** True when the header contains one origin that the list allows. */
export function isOriginAllowed(header: string | readonly string[] | undefined, allowed: readonly string[]): boolean {
  const origin = parseOrigin(header);
  return origin !== null && patternsFor(origin).some((pattern) => allowed.includes(pattern));
}

/** Checks an entry as typed and converts it to its stored form. */
export function normaliseDomain(entry: string): DomainResult {
  const written = readDomain(entry);
  return written.ok ? refuseSuffix(written.pattern) : written;
}

/** The stored form of an entry that may already be in a list, from before a rule that now rejects it. */
export function readDomain(entry: string): DomainResult {
  const typed = entry.trim();
  if (typed === "" || typed.length > maxOriginChars) return refuse("enter a host, for example https://shop.example");
  if (hasOddCharacter(typed)) return refuse("spaces, control characters, @, \\, %, ? and # are not allowed");
  const { scheme, rest } = splitScheme(typed);
  if (scheme !== null && scheme !== "https" && scheme !== "http") return refuse("the scheme must be https");
  const wildcard = rest.startsWith("*.");
  const authority = wildcard ? rest.slice(2) : rest;
  if (authority.includes("*")) return refuse("a wildcard must be the whole first label, as in *.shop.example");
  const path = authority.indexOf("/");
  if (path >= 0) {
    const origin = `${scheme === null ? "" : `${scheme}://`}${wildcard ? "*." : ""}${authority.slice(0, path)}`;
    return refuse(`leave out the path: ${origin}`);
  }
  return check(scheme, authority, wildcard);
}

function check(scheme: "https" | "http" | null, authority: string, wildcard: boolean): DomainResult {
  const chosen = scheme ?? (isLoopbackAuthority(authority) ? "http" : "https");
  const url = authority === "" ? null : parseUrl(`${chosen}://${authority}`);
  if (!url) return refuse("it is not a host name");
  const origin = toOrigin(url);
  if (!origin) return refuse(url.protocol === "http:" ? "http is allowed for localhost only" : "it is not a host name");
  if (wildcard && (isAddress(origin.host) || !origin.host.includes("."))) {
    return refuse("a wildcard must be followed by a name with at least two labels");
  }
  return { ok: true, pattern: formatOrigin({ ...origin, host: wildcard ? `*.${origin.host}` : origin.host }) };
}

function refuseSuffix(pattern: string): DomainResult {
  const host = (parseUrl(pattern.replace("//*.", "//"))?.hostname ?? "").toLowerCase();
  if (pattern.includes("//*.") && isPublicSuffix(host))
    return refuse(
      `anyone can register a name under the public suffix ${host}; use your own name, as in *.your-name.${host}`,
    );
  // A name of one label may be a host of an internal network.
  if (host.includes(".") && getPublicSuffix(host) === host)
    return refuse(`${host} is a public suffix, not a site; use your own name, as in your-name.${host}`);
  return { ok: true, pattern };
}

/** True for names on the public suffix list, of registries (`co.uk`) and hosting providers (`github.io`). */
function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}

function toOrigin(url: URL): Origin | null {
  const scheme = url.protocol === "https:" ? "https" : url.protocol === "http:" ? "http" : null;
  const host = url.hostname;
  if (!scheme || host === "" || host.length > maxHostChars || host.endsWith(".") || host.includes("*")) return null;
  if (url.username !== "" || url.password !== "" || host.includes("..") || host.startsWith(".")) return null;
  if (scheme === "http" && !loopbackHosts.has(host)) return null;
  return { scheme, host, port: url.port };
}

function splitScheme(typed: string): { scheme: string | null; rest: string } {
  const at = typed.indexOf("://");
  if (at < 0) return { scheme: null, rest: dropFinalSlash(typed) };
  return { scheme: typed.slice(0, at).toLowerCase(), rest: dropFinalSlash(typed.slice(at + 3)) };
}

/** People paste URLs from the browser's address bar, which ends them with a slash. */
function dropFinalSlash(text: string): string {
  return text.endsWith("/") ? text.slice(0, -1) : text;
}

function isLoopbackAuthority(authority: string): boolean {
  return loopbackHosts.has(parseUrl(`http://${authority}`)?.hostname ?? "");
}

/** Whether the host is an IPv4 or IPv6 address: the URL parser writes IPv4 as four numbers and IPv6 in brackets. */
function isAddress(host: string): boolean {
  if (host.startsWith("[")) return true;
  const last = host.slice(host.lastIndexOf(".") + 1);
  return last !== "" && [...last].every((char) => char >= "0" && char <= "9");
}

function hasOddCharacter(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x7f || "@\\%?#,;<>\"'`{}|^".includes(char)) return true;
  }
  return !text.isWellFormed();
}

function refuse(reason: string): DomainResult {
  return { ok: false, reason };
}
