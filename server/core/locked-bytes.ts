import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A secret of the server; the first of several locks what is new. */
export interface LockSecret {
  kid: string;
  secret: string;
}

/** What a lock is good for: bytes of one purpose, or under another name, cannot be opened as those of another. */
export interface LockUse {
  /** Becomes part of the key: `parley:receipts`. */
  purpose: string;
  /** Bound to the bytes: the name or id of what they belong to. */
  name: string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Bytes that lie in the database and are nobody's without the server's secret. AES-256-GCM: nonce, tag, text. */
export function lockBytes(bytes: Uint8Array, use: LockUse, secret: LockSecret): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(use, secret), nonce).setAAD(Buffer.from(use.name));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Undefined when the secret has the right name and is another one, or the bytes were changed. */
export function unlockBytes(locked: Uint8Array, use: LockUse, secret: LockSecret): Buffer | undefined {
  const bytes = Buffer.from(locked);
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(use, secret), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(use.name))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function keyOf({ purpose }: LockUse, { secret }: LockSecret): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
