import { createHash, randomBytes } from "node:crypto";

/** What a link carries: 256 random bits, so nothing has to be signed and a plain hash keeps it. */
export interface LinkToken {
  /** Goes into the link, and nowhere else. */
  token: string;
  /** What is stored. */
  hash: Buffer;
}

const tokenBytes = 32;

/** Makes the token of a link that is good once. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, hash: hashLinkToken(token) };
}

/** By which a link that somebody shows is looked up. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The page that a link opens. The token stands behind `#`: browsers send that to no server, so it is in no log. */
export function linkTo(publicUrl: string, page: "invitation" | "reset", token: string): string {
  return `${publicUrl}/console/${page}#${token}`;
}
