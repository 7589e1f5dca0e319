import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SessionSecret } from "./config/config.ts";

/** Purpose of encrypted bytes: bytes of one purpose or name cannot be decrypted as those of another. */
export interface LockUse {
  /** Becomes part of the key: `parley:receipts`. */
  purpose: string;
  /** Bound to the bytes: name or id of the record they belong to. */
  name: string;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts bytes that are stored in the database, so that they are unreadable without the server's secret. AES-256-GCM: nonce, tag, text.
 */
export function lockBytes(bytes: Uint8Array, use: LockUse, secret: SessionSecret): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(use, secret), nonce).setAAD(Buffer.from(use.name));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Undefined when the secret has the right id but is a different secret, or when the bytes were changed. */
export function unlockBytes(locked: Uint8Array, use: LockUse, secret: SessionSecret): Buffer | undefined {
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

function keyOf({ purpose }: LockUse, { secret }: SessionSecret): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
