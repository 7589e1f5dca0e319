import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { LockSecret } from "../core/locked-bytes.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What somebody says yes to: this call for this visitor, of this tool as it is defined now, at this connection as it is entered now. */
export interface SealedCall {
  tenantId: string;
  /** Of the confirmation, or of the call: a copy under another id is none. */
  id: string;
  /** Null for a test, which nobody is asked for. */
  ticketId: string | null;
  visitorId: string | null;
  /** Who has to say yes; null where nobody has to. */
  approval: "visitor" | "agent" | "both" | null;
  connection: { id: string; kind: string; url: string; locked_headers: Uint8Array | null };
  tool: { id: string; name: string; definition_hash: string };
  arguments: unknown;
}

/**
 * A seal over everything that a yes is bound to: HMAC-SHA-256, hex, with a key from the server's first secret. Whoever can write to the
 * database can change what was approved and not seal it again; and nobody can try out what stood where a secret was taken out.
 */
export function sealCall(call: SealedCall, secrets: readonly LockSecret[]): string {
  const [secret] = secrets;
  if (!secret) throw new Error("at least one session secret is needed");
  return sealWith(call, secret);
}

/** True when one of the server's secrets has sealed exactly this call. */
export function isSealOf(seal: string, call: SealedCall, secrets: readonly LockSecret[]): boolean {
  const given = Buffer.from(seal);
  return secrets.some((secret) => {
    const ours = Buffer.from(sealWith(call, secret));
    return ours.length === given.length && timingSafeEqual(ours, given);
  });
}

function sealWith(call: SealedCall, { secret }: LockSecret): string {
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

/** Headers that were entered anew may be those of another account. */
function digestOf(headers: Uint8Array | null): string | null {
  return headers && createHash("sha256").update(headers).digest("hex");
}
