import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SessionSecret } from "../core/config/config.ts";
import { canonicalJson } from "./canonical-json.ts";

/** The content of an approval: this call for this visitor, with the tool's present definition and the connection's present settings. */
export interface SealedCall {
  tenantId: string;
  /** Id of the confirmation or the call. A copy with another id is invalid. */
  id: string;
  /** Null for a test call, which needs no approval. */
  ticketId: string | null;
  visitorId: string | null;
  /** Side that must approve; null when no approval is needed. */
  approval: "visitor" | "agent" | "both" | null;
  connection: { id: string; kind: string; url: string; locked_headers: Uint8Array | null };
  tool: { id: string; name: string; definition_hash: string };
  arguments: unknown;
}

/**
 * Seals everything that an approval covers: HMAC-SHA-256 in hex, with a key from the server's first secret. An attacker with write access
 * to the database can change an approved call but cannot seal it again, and nobody can guess a redacted secret from the seal.
 */
export function sealCall(call: SealedCall, secrets: readonly SessionSecret[]): string {
  const [secret] = secrets;
  if (!secret) throw new Error("at least one session secret is needed");
  return sealWith(call, secret);
}

/** True when the seal was made for exactly this call with one of the server's secrets. */
export function isSealOf(seal: string, call: SealedCall, secrets: readonly SessionSecret[]): boolean {
  const given = Buffer.from(seal);
  return secrets.some((secret) => {
    const ours = Buffer.from(sealWith(call, secret));
    return ours.length === given.length && timingSafeEqual(ours, given);
  });
}

function sealWith(call: SealedCall, { secret }: SessionSecret): string {
  const { connection, tool } = call;
  const sealed = {
    approval: call.approval,
    arguments: call.arguments,
    connection: [connection.id, connection.kind, connection.url, digestOf(connection.locked_headers)],
    id: call.id,
    tenant: call.tenantId,
    ticket: call.ticketId,
    tool: [tool.id, tool.name, tool.definition_hash],
    visitor: call.visitorId,
  };
  const key = Buffer.from(hkdfSync("sha256", secret, "", "parley:calls", 32));
  return createHmac("sha256", key).update(canonicalJson(sealed)).digest("hex");
}

/** Headers that were entered again may belong to another account. */
function digestOf(headers: Uint8Array | null): string | null {
  return headers && createHash("sha256").update(headers).digest("hex");
}
