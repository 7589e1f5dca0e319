import type { Transaction } from "../../database/transaction.ts";

// For the platform role: keys belong to the installation, not to a tenant.

/** The public half, as it is published. */
export interface PublicJwk {
  kty: string;
  crv: string;
  x: string;
  y: string;
}

export interface ToolSigningKeyRow {
  kid: string;
  public_jwk: PublicJwk;
  locked: Uint8Array;
  secret_kid: string;
  created_at: Date;
  retired_at: Date | null;
}

/** The newest first; without those that were retired before. */
export async function listToolSigningKeys(tx: Transaction, retiredAfter: Date): Promise<ToolSigningKeyRow[]> {
  const { rows } = await tx.query<ToolSigningKeyRow>(
    `select kid, public_jwk, locked, secret_kid, created_at, retired_at from tool_signing_keys
      where retired_at is null or retired_at > $1 order by created_at desc, kid`,
    [retiredAfter],
  );
  return rows;
}

export async function insertToolSigningKey(
  tx: Transaction,
  key: Pick<ToolSigningKeyRow, "kid" | "public_jwk" | "locked" | "secret_kid">,
): Promise<void> {
  await tx.query("insert into tool_signing_keys (kid, public_jwk, locked, secret_kid) values ($1, $2, $3, $4)", [
    key.kid,
    JSON.stringify(key.public_jwk),
    Buffer.from(key.locked),
    key.secret_kid,
  ]);
}

/** Signs no more. */
export async function retireToolSigningKeys(tx: Transaction, kids: readonly string[]): Promise<void> {
  await tx.query("update tool_signing_keys set retired_at = now() where kid = any($1) and retired_at is null", [kids]);
}
