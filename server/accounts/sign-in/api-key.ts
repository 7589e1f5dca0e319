import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type TenantId, tenantIdSchema } from "../../../protocol/ids.ts";

/**
 * An API key is `pk_<tenant id without dashes>_<43 characters>`: it contains its tenant, so that no lookup crosses tenants. Only its
 * SHA-256 is stored; 256 random bits need no slow hash.
 */
export interface NewApiKey {
  key: string;
  /** Shown in lists to distinguish keys, and indexed to find the row. */
  prefix: string;
  hash: Buffer;
}

export interface ParsedApiKey {
  tenantId: TenantId;
  prefix: string;
  hash: Buffer;
}

const start = "pk_";
const idChars = 32;
const secretChars = 43;
const shownChars = 8;
const keyChars = start.length + idChars + 1 + secretChars;
const secretBytes = 32;

/** Creates a key; its text is shown once and never stored. */
export function makeApiKey(tenantId: TenantId): NewApiKey {
  const secret = randomBytes(secretBytes).toString("base64url");
  const key = `${start}${tenantId.replaceAll("-", "")}_${secret}`;
  return { key, prefix: secret.slice(0, shownChars), hash: sha256(key) };
}

/** Parses a key; null when it does not have a key's format. */
export function parseApiKey(key: string): ParsedApiKey | null {
  if (key.length !== keyChars || !key.startsWith(start) || key[start.length + idChars] !== "_") return null;
  const hex = key.slice(start.length, start.length + idChars);
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  const tenantId = tenantIdSchema.safeParse(id);
  // The key's text is compared by its hash, so the id must have only one spelling.
  if (!tenantId.success || tenantId.data !== id) return null;
  const secret = key.slice(-secretChars);
  return { tenantId: tenantId.data, prefix: secret.slice(0, shownChars), hash: sha256(key) };
}

/** True when both hashes are equal; the time does not depend on where they differ. */
export function sameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
