import type { Request } from "express";
import ipaddr from "ipaddr.js";

/** Leading bytes of an IPv6 address that identify one customer line: its owner has all 2^64 addresses of it. */
const networkBytes = 8;

/** Key for counting calls of one address. Forwarded headers count only as TRUST_PROXY allows. */
export function addressKey(request: Request): string {
  const text = request.ip;
  if (text === undefined || !ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.process(text);
  return address.kind() === "ipv4"
    ? address.toString()
    : Buffer.from(address.toByteArray().slice(0, networkBytes)).toString("hex");
}

/** Express' setting for a TRUST_PROXY value: `false`, a number of proxies, or addresses. */
export function trustProxySetting(value: string): false | number | string[] {
  const text = value.trim();
  if (text === "" || text === "false") return false;
  const hops = Number(text);
  return Number.isInteger(hops) ? hops : text.split(",").map((part) => part.trim());
}
