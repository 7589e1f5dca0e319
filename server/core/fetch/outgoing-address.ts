import { isIP } from "node:net";
import { AppError } from "../errors.ts";
import { parseUrl } from "../text/parse-url.ts";
import { type Network, publicNetwork } from "./guarded-lookup.ts";

/** Ports below this belong to services that nothing is sent to; those of the web are. */
const firstFreePort = 1_024;
const webPorts = new Set([80, 443]);

/** What an operator lets a tenant's addresses lead to, and by which setting. */
export interface OutgoingRules {
  privateHosts: readonly string[];
  /** Whole addresses that may be sent to wherever they lead: the installation's own. Nothing else of their hosts is let through. */
  ownAddresses?: readonly string[] | undefined;
  network?: Network | undefined;
  /** Named in refusals: `WEBHOOK_PRIVATE_HOSTS`. */
  setting: string;
}

/**
 * An address that a tenant wants something sent to, if anything may be sent there at all. Where its name leads is checked with every
 * connection.
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

/** Which addresses may be connected for this one: public ones, or any where the operator allows the host by name, or it is our own. */
export function outgoingNetwork(
  url: URL,
  { privateHosts, ownAddresses = [], network = publicNetwork }: OutgoingRules,
): Network {
  if (!privateHosts.includes(bareHost(url).toLowerCase()) && !ownAddresses.includes(url.href)) return network;
  return { resolve: network.resolve, isAllowedAddress: () => true };
}

/** Said to whoever set the address and to whoever reads why nothing arrives. */
export function notPublic(host: string, { setting }: Pick<OutgoingRules, "setting">): string {
  return `${host} is not a public address. The operator can allow it with ${setting}=${host}`;
}

/** The host without the brackets of IPv6. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function refused(message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ field: "url", message }] });
}
