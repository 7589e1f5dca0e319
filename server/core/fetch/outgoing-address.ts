import { isIP } from "node:net";
import { AppError } from "../errors.ts";
import { parseUrl } from "../text/parse-url.ts";
import { type Network, publicNetwork } from "./guarded-lookup.ts";

/** Ports below this belong to services that must not receive requests, except the web ports. */
const firstFreePort = 1_024;
const webPorts = new Set([80, 443]);

/** Private addresses that the operator allows for tenants, and the setting that allows them. */
export interface OutgoingRules {
  privateHosts: readonly string[];
  /**
   * Full URLs that are always allowed, whatever address they resolve to: the installation's own. Other URLs of their hosts are not allowed.
   */
  ownAddresses?: readonly string[] | undefined;
  network?: Network | undefined;
  /** Setting named in refusals: `WEBHOOK_PRIVATE_HOSTS`. */
  setting: string;
}

/**
 * Parses a URL that a tenant wants requests sent to, if it is allowed at all. The IP address is checked with every connection.
 * @throws AppError `invalid_request` with a reason that says what to do.
 */
export function parseOutgoing(address: string, rules: OutgoingRules): URL {
  const url = parseUrl(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw refused("The URL must begin with https:// or http://.");
  if (url.username !== "" || url.password !== "") throw refused("The URL must not contain a user name or password.");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!webPorts.has(port) && port < firstFreePort)
    throw refused(`Port ${port} is not allowed. Use 80, 443, or ${firstFreePort} and above.`);
  const host = bareHost(url);
  if (
    (isIP(host) !== 0 || host === "localhost") &&
    !outgoingNetwork(url, rules).isAllowedAddress(isIP(host) ? host : "127.0.0.1")
  )
    throw refused(notPublic(host, rules));
  return url;
}

/** Addresses that may be connected to for this URL: public ones, or all when the operator allows the host by name or the URL is our own. */
export function outgoingNetwork(
  url: URL,
  { privateHosts, ownAddresses = [], network = publicNetwork }: OutgoingRules,
): Network {
  if (!privateHosts.includes(bareHost(url).toLowerCase()) && !ownAddresses.includes(url.href)) return network;
  return { resolve: network.resolve, isAllowedAddress: () => true };
}

/** Shown to the user who entered the URL, and to users who look for the reason why nothing arrives. */
export function notPublic(host: string, { setting }: Pick<OutgoingRules, "setting">): string {
  return `${host} is not a public address. The operator can allow it with ${setting}=${host}`;
}

/** The host without IPv6 brackets. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function refused(message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ field: "url", message }] });
}
