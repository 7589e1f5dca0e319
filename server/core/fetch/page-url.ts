import { isIP } from "node:net";
import { AppError } from "../errors.ts";
import { toUrl } from "../text/parse-url.ts";
import { defaultFetchLimits, type FetchLimits } from "./fetch-limits.ts";
import type { FetchOptions } from "./fetch-page.ts";
import { isPublicAddress } from "./public-address.ts";

type UrlRules = Pick<FetchLimits, "ports" | "urlChars">;

/**
 * Parses a page URL, if it may be fetched at all: http or https, an allowed port, no user name, and no private network address. The IP
 * address of a host name is checked on connection.
 * @throws AppError `invalid_request`
 */
export function parsePageUrl(
  address: string,
  rules: UrlRules = defaultFetchLimits,
  isAllowedAddress: (address: string) => boolean = isPublicAddress,
): URL {
  if (address.length > rules.urlChars) throw refused(`The URL is longer than ${rules.urlChars} characters.`);
  const url = parseUrl(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw refused("The URL must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "") throw refused("The URL must not contain a user name or password.");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (rules.ports !== "any" && !rules.ports.includes(port))
    throw refused(`Port ${port} is not allowed. Use one of ${rules.ports.join(", ")}.`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowedAddress(host)) throw refused(notPublic);
  url.hash = "";
  return url;
}

/** The same message for hosts that do not exist and hosts that are not public, so that it does not reveal internal host names. */
export const notPublic =
  "No public website was found at this address. Check its spelling; private networks are not read.";

/** The host without IPv6 brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function parseUrl(address: string): URL {
  try {
    return toUrl(address);
  } catch (cause) {
    throw new AppError("invalid_request", "This is not a complete URL.", { cause });
  }
}

function refused(message: string): AppError {
  return new AppError("invalid_request", message);
}

/**
 * Rejects a URL that can never be fetched before a job is created for it. The IP address is checked when the page is fetched.
 * @throws AppError with the reason.
 */
export function checkAddress(address: string, { limits, network }: FetchOptions = {}): void {
  parsePageUrl(address, { ...defaultFetchLimits, ...limits }, network?.isAllowedAddress);
}
