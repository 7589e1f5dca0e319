import { AppError } from "../../core/errors.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import { formatOrigin, parseOrigin } from "./origins.ts";

const maxShownChars = 100;

/**
 * Refuses a page, and names its origin as it arrived here, after all proxies, with the command that allows it. The text depends on the
 * request's `Origin` header alone, so it does not reveal which tenants exist.
 */
export function originNotAllowed(header: string | undefined): AppError {
  return new AppError("origin_not_allowed", `${sentenceFor(header)} ${mendFor(header)}`);
}

function sentenceFor(header: string | undefined): string {
  if (header === undefined) return "The request has no Origin header, so it cannot start a chat.";
  return `The origin ${header.slice(0, maxShownChars)} is not allowed to start a chat.`;
}

function mendFor(header: string | undefined): string {
  const origin = parseOrigin(header);
  if (origin)
    return `Allow it in the settings under "Domains and install", or with: npx parley domain add ${formatOrigin(origin)} --tenant <tenant>`;
  if (header === "null")
    return "The page is a file, or in a sandboxed frame without allow-same-origin. Serve it from an address, and allow that.";
  if (header !== undefined && parseUrl(header)?.protocol === "http:")
    return "The chat works only on HTTPS pages and on localhost. Serve the page over HTTPS, and allow that address.";
  return "Browsers send the header; a proxy in between must keep it as it is.";
}
