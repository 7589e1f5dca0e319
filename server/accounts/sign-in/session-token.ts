import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import {
  type TenantId,
  type TicketId,
  tenantIdSchema,
  ticketIdSchema,
  type VisitorId,
  visitorIdSchema,
} from "../../../protocol/ids.ts";
import type { SessionSecret } from "../../core/config/config.ts";
import { AppError } from "../../core/errors.ts";
import type { VisitorCredentials } from "./credentials.ts";

export interface SessionSubject {
  tenantId: TenantId;
  ticketId: TicketId;
  visitorId: VisitorId;
  identified: boolean;
  /** Tokens of an earlier session of the ticket are rejected. */
  sessionEpoch: number;
}

export interface IssuedToken {
  token: string;
  expiresAt: Date;
}

/** Signs and verifies visitor session tokens. */
export interface SessionTokens {
  issue(subject: SessionSubject): IssuedToken;
  /** @throws AppError `unauthorized` for an invalid token, `forbidden` for a valid one of another role. */
  verify(token: string): VisitorCredentials;
}

const issuer = "parley";
const audience = "parley:visitor";
/** One day: a visitor who returns later starts a new ticket anyway. */
const lifetimeSeconds = 24 * 60 * 60;
/** Largest clock difference between two hosts. */
const leewaySeconds = 30;
/** Longer than every real token; keeps megabytes away from the parser. */
const maxTokenChars = 2_000;
/** Shortest HS256 secret: as long as the hash. */
const minSecretBytes = 32;

const headerSchema = z.strictObject({ alg: z.literal("HS256"), typ: z.literal("JWT").optional(), kid: z.string() });
const claimsSchema = z.strictObject({
  sub: z.string().min(1).max(200),
  role: z.string(),
  tenant_id: tenantIdSchema,
  ticket_id: ticketIdSchema,
  /** Left out of the first session's tokens, which are most of them. */
  session: z.int().positive().optional(),
  iss: z.literal(issuer),
  aud: z.literal(audience),
  iat: z.int().positive(),
  exp: z.int().positive(),
});

/** The first secret signs, all verify: add a new one in front, and remove the old one a day later. */
export function createSessionTokens(secrets: readonly SessionSecret[], now: () => number = Date.now): SessionTokens {
  const signer = secrets[0];
  if (!signer) throw new Error("at least one session secret is needed");
  for (const { kid, secret } of secrets) {
    if (Buffer.byteLength(secret) < minSecretBytes)
      throw new Error(`session secret "${kid}" is shorter than ${minSecretBytes} bytes`);
  }
  // Created once: from a string, the library would create a key object for every token, which costs more than the hash.
  const byKid = new Map(secrets.map(({ kid, secret }) => [kid, createSecretKey(secret, "utf8")]));
  return {
    issue: (subject) => issue(subject, keyOf(byKid, signer.kid), Math.floor(now() / 1000)),
    verify: (token) => toCredentials(readClaims(token, byKid, Math.floor(now() / 1000))),
  };
}

interface Signer {
  kid: string;
  key: KeyObject;
}

function keyOf(byKid: ReadonlyMap<string, KeyObject>, kid: string): Signer {
  const key = byKid.get(kid);
  if (!key) throw new Error(`no key for "${kid}"`);
  return { kid, key };
}

function issue(subject: SessionSubject, signer: Signer, nowSeconds: number): IssuedToken {
  const exp = nowSeconds + lifetimeSeconds;
  const claims = {
    sub: `${subject.identified ? identifiedPrefix : anonymousPrefix}${subject.visitorId}`,
    role: "customer",
    tenant_id: subject.tenantId,
    ticket_id: subject.ticketId,
    ...(subject.sessionEpoch > 0 ? { session: subject.sessionEpoch } : {}),
    iss: issuer,
    aud: audience,
    iat: nowSeconds,
    exp,
  };
  const token = jwt.sign(claims, signer.key, { algorithm: "HS256", keyid: signer.kid });
  return { token, expiresAt: new Date(exp * 1000) };
}

const anonymousPrefix = "anon_";
const identifiedPrefix = "visitor_";

type Claims = z.infer<typeof claimsSchema>;

function readClaims(token: string, byKid: ReadonlyMap<string, KeyObject>, nowSeconds: number): Claims {
  try {
    if (token.length > maxTokenChars) throw new Error("token is too long");
    const header = headerSchema.parse(jwt.decode(token, { complete: true })?.header);
    const key = byKid.get(header.kid);
    if (key === undefined) throw new Error("unknown kid");
    const payload = jwt.verify(token, key, {
      algorithms: ["HS256"],
      issuer,
      audience,
      clockTolerance: leewaySeconds,
      maxAge: lifetimeSeconds,
      clockTimestamp: nowSeconds,
    });
    const claims = claimsSchema.parse(payload);
    if (claims.iat > nowSeconds + leewaySeconds) throw new Error("issued in the future");
    return claims;
  } catch (cause) {
    throw unauthorized(cause);
  }
}

function toCredentials(claims: Claims): VisitorCredentials {
  if (claims.role !== "customer")
    throw new AppError("forbidden", "This page's origin may not use this session token. Call `init` from the page.");
  const identified = claims.sub.startsWith(identifiedPrefix);
  const visitorId = visitorIdSchema.safeParse(
    claims.sub.slice((identified ? identifiedPrefix : anonymousPrefix).length),
  );
  if (!visitorId.success) throw unauthorized(visitorId.error);
  return {
    kind: "visitor",
    tenantId: claims.tenant_id,
    ticketId: claims.ticket_id,
    visitorId: visitorId.data,
    subject: claims.sub,
    identified,
    sessionEpoch: claims.session ?? 0,
    expiresAt: claims.exp * 1_000,
  };
}

/** The same error for every invalid token, so that the reason cannot be determined. */
export function unauthorized(cause?: unknown): AppError {
  return new AppError(
    "unauthorized",
    "The session token is missing, invalid or expired. Call `init` to get a new one.",
    { cause },
  );
}
