import { parseUrl } from "../../core/text/parse-url.ts";
import { formatOrigin, parseOrigin } from "./origins.ts";

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Origins of the server's own pages: that of PUBLIC_URL and, if that is this machine, its other names with the request's port. A `Host`
 * other than a loopback name is ignored, so that a foreign name resolving to this server gains nothing.
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

/** True when the request comes from one of the server's own pages. */
export function isOwnOrigin(origin: string | undefined, publicUrl: string, host: string | undefined): boolean {
  const parsed = parseOrigin(origin);
  return parsed !== null && ownOrigins(publicUrl, host).includes(formatOrigin(parsed));
}
