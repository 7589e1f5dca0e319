import { z } from "zod";
import { json } from "../../database/column-types.ts";
import { anyOf, now, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// For the platform role: the keys belong to the installation, not to a tenant.

const publicJwkSchema = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() });
/** The published half. */
export type PublicJwk = z.infer<typeof publicJwkSchema>;

export interface ToolSigningKeyRow {
  kid: string;
  public_jwk: PublicJwk;
  locked: Uint8Array;
  secret_kid: string;
  created_at: Date;
  retired_at: Date | null;
}

/** Newest first, without keys that were retired before this time. */
export async function listToolSigningKeys(tx: Transaction, retiredAfter: Date): Promise<ToolSigningKeyRow[]> {
  const rows = await tx.all(
    query
      .selectFrom("tool_signing_keys")
      .select(["kid", "public_jwk", "locked", "secret_kid", "created_at", "retired_at"])
      .where((key) => key.or([key("retired_at", "is", null), key("retired_at", ">", retiredAfter)]))
      .orderBy("created_at", "desc")
      .orderBy("kid"),
  );
  return rows.map((row) => ({ ...row, public_jwk: publicJwkSchema.parse(row.public_jwk) }));
}

export async function insertToolSigningKey(
  tx: Transaction,
  { public_jwk, locked, ...key }: Pick<ToolSigningKeyRow, "kid" | "public_jwk" | "locked" | "secret_kid">,
): Promise<void> {
  const row = { ...key, public_jwk: json(public_jwk), locked: Buffer.from(locked) };
  await tx.run(query.insertInto("tool_signing_keys").values(row));
}

/** They sign no more. */
export async function retireToolSigningKeys(tx: Transaction, kids: readonly string[]): Promise<void> {
  await tx.run(
    query
      .updateTable("tool_signing_keys")
      .set({ retired_at: now })
      .where("kid", "=", anyOf(kids, "text"))
      .where("retired_at", "is", null),
  );
}
