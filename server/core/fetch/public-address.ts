import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Public addresses that the machine's cloud answers: Azure's host agent. Other clouds use link-local, shared or unique local addresses,
 * which are refused anyway.
 */
const cloudAddresses = new Set(["168.63.129.16"]);

/** The IPv6 range assigned to the public internet, and the marks of addresses that contain an IPv4 address. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
const isatapMarks = new Set([0x00005efe, 0x02005efe]);

/**
 * True for an address on the public internet. False for all others: private, shared, loopback, link-local, multicast, reserved,
 * documentation, and IPv6 forms that lead to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false; // `8.8.8` and `0x7f.1` are no addresses here
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || cloudAddresses.has(parsed.toString())) return false;
  if (parsed.kind() === "ipv4") return true;
  const [, , , , high = 0, low = 0] = (parsed as ipaddr.IPv6).parts; // its kind says so
  return parsed.match(globalUnicast) && !isatapMarks.has(high * 0x10000 + low);
}

/** True for an address of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  return ipaddr.parse(address).range() === "loopback";
}
