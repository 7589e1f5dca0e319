import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { tenantIdSchema, ticketIdSchema } from "../../../protocol/ids.ts";

/** Purpose of an e-mail link: continue in the chat, or stop e-mails. */
export type EmailLinkPurpose = "back" | "stop";

const claimsSchema = z.strictObject({
  tenant_id: tenantIdSchema,
  ticket_id: ticketIdSchema,
  /** When the session has ended since, the link becomes invalid. */
  session: z.int().nonnegative(),
  iss: z.literal("parley"),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
});
export type EmailLinkClaims = Pick<z.infer<typeof claimsSchema>, "tenant_id" | "ticket_id" | "session">;

/** Issues and reads the tokens of e-mail links. */
export interface EmailLinks {
  issue(purpose: EmailLinkPurpose, claims: { tenantId: string; ticketId: string; session: number }): string;
  /** Undefined for a token that is invalid or has another purpose. */
  read(purpose: EmailLinkPurpose, token: string): EmailLinkClaims | undefined;
}

/** People find e-mails again weeks later. A link back opens a conversation, so it expires sooner than one that stops e-mails. */
const lifetimeDays: Record<EmailLinkPurpose, number> = { back: 30, stop: 730 };
/** Longer than every real token. */
const maxTokenChars = 1_000;

/** The first secret signs, all verify, as for session tokens; the audience prevents one kind from being used as the other. */
export function createEmailLinks(secrets: readonly { kid: string; secret: string }[]): EmailLinks {
  const keys = new Map(secrets.map(({ kid, secret }) => [kid, createSecretKey(secret, "utf8")]));
  const kid = secrets[0]?.kid ?? "";
  const signer = keys.get(kid);
  if (!signer) throw new Error("at least one session secret is needed");
  return {
    issue: (purpose, { tenantId, ticketId, session }) =>
      jwt.sign({ tenant_id: tenantId, ticket_id: ticketId, session }, signer, {
        algorithm: "HS256",
        keyid: kid,
        issuer: "parley",
        audience: audienceOf(purpose),
        expiresIn: `${lifetimeDays[purpose]}d`,
      }),
    read(purpose, token) {
      if (token.length > maxTokenChars) return undefined;
      try {
        const key = keys.get(z.string().parse(jwt.decode(token, { complete: true })?.header.kid));
        if (!key) return undefined;
        const options = { algorithms: ["HS256" as const], issuer: "parley", audience: audienceOf(purpose) };
        return claimsSchema.parse(jwt.verify(token, key, options));
      } catch {
        // The result is the same for invalid, forged and expired tokens.
        return undefined;
      }
    },
  };
}

function audienceOf(purpose: EmailLinkPurpose): string {
  return `parley:mail-${purpose}`;
}
