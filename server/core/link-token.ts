import { createHash, randomBytes } from "node:crypto";

/** Token of a link: 256 random bits, so it needs no signature, and a plain hash is enough for storage. */
export interface LinkToken {
  /** Part of the link; not stored anywhere. */
  token: string;
  /** The stored value. */
  hash: Buffer;
}

const tokenBytes = 32;

/** Creates the token of a single-use link. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, hash: hashLinkToken(token) };
}

/** Hash to look up a link's token. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** URL of the page that a link opens. The token follows `#`: browsers do not send it to a server, so it appears in no log. */
export function linkTo(publicUrl: string, page: "invitation" | "reset", token: string): string {
  return `${publicUrl}/console/${page}#${token}`;
}
