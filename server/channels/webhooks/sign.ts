import { createHmac, randomBytes } from "node:crypto";

/** Bytes of a secret: as many as a SHA-256 hash, so that guessing it is no easier than guessing the signature. */
const secretBytes = 32;

/** A new secret, in the form shown to the admin. */
export function makeSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64url")}`;
}

/**
 * The value of `Parley-Signature`: `t=SECONDS,v1=HEX[,v1=HEX]`. Each `v1` is the HMAC-SHA-256 of `SECONDS.BODY` with one of the valid
 * secrets, newest first: a receiver accepts the delivery when one of them matches its own secret.
 */
export function signatureOf(body: string, { secrets, at }: { secrets: readonly string[]; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`,
  );
  return [`t=${seconds}`, ...signed].join(",");
}
