import { createECDH, hkdfSync } from "node:crypto";
import type { SessionSecret } from "../../core/config/config.ts";

/** A key pair of the server for Web Push (VAPID, RFC 8292), both parts in base64url. */
export interface PushKey {
  /** Id of the session secret that it is derived from. */
  id: string;
  publicKey: string;
  privateKey: string;
}

/** The first key is for new devices; the others are for devices that subscribed before the secret was rotated. */
export type PushKeys = readonly [PushKey, ...PushKey[]];

/** Order of the curve P-256 (SEC 2, section 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 64 bits more than the order has, so that the remainder is not biased (FIPS 186-5, A.2.1). */
const seedBytes = 40;

/**
 * Derives the keys from the session secrets, so that an operator sets up no further secret and all processes use the same keys.
 * @throws Error without a secret.
 */
export function derivePushKeys(secrets: readonly SessionSecret[]): PushKeys {
  const [first, ...others] = secrets.map(deriveKey);
  if (!first) throw new Error("push keys need a session secret");
  return [first, ...others];
}

function deriveKey({ kid, secret }: SessionSecret): PushKey {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "parley:web-push", seedBytes));
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  return { id: kid, publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
