import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { SessionSecret } from "../../core/config/config.ts";
import { lockBytes, unlockBytes } from "../../core/locked-bytes.ts";
import type { Database } from "../../database/database.ts";
import { withSystem } from "../../database/transaction.ts";
import {
  insertToolSigningKey,
  listToolSigningKeys,
  type PublicJwk,
  retireToolSigningKeys,
  type ToolSigningKeyRow,
} from "../store/tool-signing-keys.ts";

/** Time that a key signs: a month, so that a leaked key is useful only for a short time. */
const keyLifeMs = 30 * 24 * 60 * 60_000;
/** A new key is published for this time before it signs, because receivers cache the list for five minutes. */
const publishedFirstMs = 10 * 60_000;
/** A retired key stays in the list for this time. A token is valid for a minute, and no process caches a key for an hour. */
const retiredShownMs = 60 * 60_000;
/** Cache time of the keys in a process, in ms. */
const keptMs = 5 * 60_000;

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export type PublishedKey = PublicJwk & { kid: string; alg: "ES256"; use: "sig" };

export interface ToolSigner {
  /** The present signing key. Creates a new one when there is none or the last one is a month old. */
  key(): Promise<SigningKey>;
  /** Public halves of all keys that may have signed a valid token. */
  published(): Promise<PublishedKey[]>;
}

interface Loaded {
  key: SigningKey;
  published: PublishedKey[];
  until: number;
}

export function createToolSigner({ db, secrets }: { db: Database; secrets: readonly SessionSecret[] }): ToolSigner {
  let loading: Promise<Loaded> | undefined;
  const load = async (): Promise<Loaded> => {
    const known = await loading?.catch(() => undefined);
    if (known && known.until > Date.now()) return known;
    const begun = loadKeys({ db, secrets }, Date.now());
    loading = begun;
    return begun;
  };
  return { key: async () => (await load()).key, published: async () => (await load()).published };
}

async function loadKeys(
  { db, secrets }: { db: Database; secrets: readonly SessionSecret[] },
  now: number,
): Promise<Loaded> {
  return withSystem(db, "sign-tool-calls", async (tx) => {
    let rows = await listToolSigningKeys(tx, new Date(now - retiredShownMs));
    const isFresh = (row: ToolSigningKeyRow) =>
      row.retired_at === null && now - row.created_at.getTime() < keyLifeMs && open(row, secrets) !== undefined;
    if (!rows.some(isFresh)) {
      await insertToolSigningKey(tx, makeKey(secrets));
      rows = await listToolSigningKeys(tx, new Date(now - retiredShownMs));
    }
    const signing = rows.filter((row) => row.retired_at === null && open(row, secrets));
    // The newest key that every receiver has had time to fetch. The very first key is used at once.
    const chosen = signing.find((row) => now - row.created_at.getTime() >= publishedFirstMs) ?? signing[0];
    const privateKey = chosen && open(chosen, secrets);
    if (!chosen || !privateKey) throw new Error("a key that was just made cannot be opened");
    // All keys older than the signing key, and those that no secret can decrypt any more.
    const place = rows.indexOf(chosen);
    const old = rows.filter((row, index) => row.retired_at === null && (index > place || !open(row, secrets)));
    if (old.length > 0)
      await retireToolSigningKeys(
        tx,
        old.map(({ kid }) => kid),
      );
    const published = rows.map((row) => ({ ...row.public_jwk, kid: row.kid, alg: "ES256", use: "sig" }) as const);
    return { key: { kid: chosen.kid, privateKey }, published, until: now + keptMs };
  });
}

function makeKey(secrets: readonly SessionSecret[]) {
  const [secret] = secrets;
  if (!secret) throw new Error("at least one session secret is needed");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { kty = "", crv = "", x = "", y = "" } = publicKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(`${x}.${y}`).digest("base64url").slice(0, 16);
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  return { kid, public_jwk: { kty, crv, x, y }, locked: lockBytes(der, useOf(kid), secret), secret_kid: secret.kid };
}

function open(row: ToolSigningKeyRow, secrets: readonly SessionSecret[]): KeyObject | undefined {
  const secret = secrets.find(({ kid }) => kid === row.secret_kid);
  const der = secret && unlockBytes(row.locked, useOf(row.kid), secret);
  return der && createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

function useOf(kid: string) {
  return { purpose: "parley:tools", name: kid };
}
