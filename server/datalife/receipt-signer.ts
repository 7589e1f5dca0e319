import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { insertReceiptKey, listReceiptKeys, type ReceiptKeyRow } from "../store/receipt-keys.ts";
import { withSystem } from "../store/transaction.ts";
import type { ErasureDeps, ReceiptSecret } from "./deps.ts";

interface Signer {
  kid: string;
  publicKey: string;
  privateKey: KeyObject;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * The key that receipts are signed with: the newest that one of the server's secrets opens. When the secret that locked it is no longer
 * there, a new one is made; receipts of the old one are good for ever, because its public half stays.
 */
export async function loadSigner({ db, secrets }: Pick<ErasureDeps, "db" | "secrets">): Promise<Signer> {
  return withSystem(db, "receipts of what was erased are signed and checked", async (tx) => {
    for (const row of await listReceiptKeys(tx)) {
      const secret = secrets.find(({ kid }) => kid === row.secret_kid);
      const der = secret && unlock(row, secret);
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
      locked: lock(privateKey.export({ format: "der", type: "pkcs8" }), kid, secret),
    });
    return { kid, publicKey: row.public_key, privateKey };
  });
}

/** AES-256-GCM: nonce, tag, text. The key's name is bound to it. */
function lock(der: Buffer, kid: string, secret: ReceiptSecret): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce).setAAD(Buffer.from(kid));
  const text = Buffer.concat([cipher.update(der), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Undefined when the secret has the right name and is another one. */
function unlock({ kid, locked }: ReceiptKeyRow, secret: ReceiptSecret): Buffer | undefined {
  const bytes = Buffer.from(locked);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(kid))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function keyOf({ secret }: ReceiptSecret): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "parley:receipts", 32));
}
