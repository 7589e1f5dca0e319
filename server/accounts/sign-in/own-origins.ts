import { parseUrl } from "../../core/text/parse-url.ts";
import { formatOrigin, parseOrigin } from "./origins.ts";

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The origins of the server's own pages: that of PUBLIC_URL, and while that is this machine, its other
 * names with the port the request came to. A `Host` that is no loopback name counts for nothing, so a
 * foreign name that points here gains nothing.
 */
export function ownOrigins(publicUrl: string, host: string | undefined): string[] {
  const own = parseUrl(publicUrl);
  if (!own) return [];
  const origins = [own.origin];
  if (!loopbackHosts.has(own.hostname) || host === undefined) return origins;
  const asked = parseUrl(`http://${host}`);
  if (!asked || !loopbackHosts.has(asked.hostname)) return origins;
  const port = asked.port === "" ? "" : `:${asked.port}`;
  return [...origins, ...[...loopbackHosts].map((name) => `http://${name}${port}`)];
}

/** True when the request's page is one of the server's own. */
export function isOwnOrigin(origin: string | undefined, publicUrl: string, host: string | undefined): boolean {
  const parsed = parseOrigin(origin);
  return parsed !== null && ownOrigins(publicUrl, host).includes(formatOrigin(parsed));
}
