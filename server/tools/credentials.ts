import { z } from "zod";
import type { SessionSecret } from "../core/config/config.ts";
import { lockBytes, unlockBytes } from "../core/locked-bytes.ts";
import type { KeptHeaders, ToolConnectionRow } from "./store/tool-connections.ts";

const headersSchema = z.record(z.string(), z.string());

/** Encrypts headers for the database, bound to their connection. */
export function lockHeaders(
  headers: Record<string, string>,
  { tenantId, id, secrets }: { tenantId: string; id: string; secrets: readonly SessionSecret[] },
): KeptHeaders {
  const names = Object.keys(headers);
  if (names.length === 0) return { locked: null, secretKid: null, names };
  const [secret] = secrets;
  if (!secret) throw new Error("at least one session secret is needed");
  const locked = lockBytes(Buffer.from(JSON.stringify(headers)), useOf(tenantId, id), secret);
  return { locked, secretKid: secret.kid, names };
}

/** Decrypts headers. Undefined when the secret that encrypted them is gone; an admin must then enter them again. */
export function unlockHeaders(
  connection: Pick<ToolConnectionRow, "id" | "locked_headers" | "secret_kid">,
  { tenantId, secrets }: { tenantId: string; secrets: readonly SessionSecret[] },
): Record<string, string> | undefined {
  if (!connection.locked_headers) return {};
  const secret = secrets.find(({ kid }) => kid === connection.secret_kid);
  const bytes = secret && unlockBytes(connection.locked_headers, useOf(tenantId, connection.id), secret);
  return bytes && headersSchema.parse(JSON.parse(bytes.toString("utf8")));
}

function useOf(tenantId: string, id: string) {
  return { purpose: "parley:tool-headers", name: `${tenantId}/${id}` };
}
