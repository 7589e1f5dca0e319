import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { lockBytes, unlockBytes } from "../../core/locked-bytes.ts";
import { withSystem } from "../../database/transaction.ts";
import { insertReceiptKey, listReceiptKeys } from "../store/receipt-keys.ts";
import type { ErasureDeps } from "./deps.ts";

interface Signer {
  kid: string;
  publicKey: string;
  privateKey: KeyObject;
}

/** Binds the key's name to its private half. */
const useOf = (kid: string) => ({ purpose: "parley:receipts", name: kid });

/**
 * The key that signs receipts: the newest key that one of the server's secrets can decrypt. When the secret of that key is gone, a new key
 * is created. Receipts of the old key stay valid, because its public half is kept.
 */
export async function loadSigner({ db, secrets }: Pick<ErasureDeps, "db" | "secrets">): Promise<Signer> {
  return withSystem(db, "sign-receipts", async (tx) => {
    for (const row of await listReceiptKeys(tx)) {
      const secret = secrets.find(({ kid }) => kid === row.secret_kid);
      const der = secret && unlockBytes(row.locked, useOf(row.kid), secret);
      if (der)
        return {
          kid: row.kid,
          publicKey: row.public_key,
          privateKey: createPrivateKey({ key: der, format: "der", type: "pkcs8" }),
        };
    }
    const secret = secrets[0];
    if (!secret) throw new Error("at least one session secret is needed");
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const spki = publicKey.export({ format: "der", type: "spki" });
    const kid = createHash("sha256").update(spki).digest("hex").slice(0, 16);
    const row = { kid, public_key: spki.toString("base64url"), secret_kid: secret.kid };
    await insertReceiptKey(tx, {
      ...row,
      locked: lockBytes(privateKey.export({ format: "der", type: "pkcs8" }), useOf(kid), secret),
    });
    return { kid, publicKey: row.public_key, privateKey };
  });
}
