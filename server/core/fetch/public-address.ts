import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Public by number, but answered by the cloud a machine stands in: Azure's host agent. The other clouds use link-local,
 * shared or unique local addresses, which are refused as such.
 */
const cloudAddresses = new Set(["168.63.129.16"]);

/** The part of IPv6 that is given out for the public internet, and marks of addresses with an IPv4 address inside. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
const isatapMarks = new Set([0x00005efe, 0x02005efe]);

/**
 * True for an address on the public internet. Everything with another purpose is refused: private, shared, loopback,
 * link-local, multicast, reserved, for documentation, and IPv6 forms that lead to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false; // `8.8.8` and `0x7f.1` are no addresses here
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || cloudAddresses.has(parsed.toString())) return false;
  if (parsed.kind() === "ipv4") return true;
  const [, , , , high = 0, low = 0] = (parsed as ipaddr.IPv6).parts; // its kind says so
  return parsed.match(globalUnicast) && !isatapMarks.has(high * 0x10000 + low);
}

/** True for an address that leads to the machine itself. */
export function isLoopbackAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  return ipaddr.parse(address).range() === "loopback";
}
