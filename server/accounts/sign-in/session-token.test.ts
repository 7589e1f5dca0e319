import jwt from "jsonwebtoken";
import { describe, expect, test } from "vitest";
import type { TenantId, TicketId, VisitorId } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import { createSessionTokens, type SessionSubject } from "./session-token.ts";

const oldKey = { kid: "2024", secret: "o".repeat(40) };
const newKey = { kid: "2025", secret: "n".repeat(40) };
const subject: SessionSubject = {
  tenantId: "0198c0de-0000-7000-8000-000000000001" as TenantId,
  ticketId: "0198c0de-0000-7000-8000-000000000002" as TicketId,
  visitorId: "0198c0de-0000-7000-8000-000000000003" as VisitorId,
  identified: false,
  sessionEpoch: 0,
};
const tokens = createSessionTokens([newKey, oldKey]);
const nowSeconds = Math.floor(Date.now() / 1000);

const goodClaims = {
  sub: `anon_${subject.visitorId}`,
  role: "customer",
  tenant_id: subject.tenantId,
  ticket_id: subject.ticketId,
  iss: "parley",
  aud: "parley:visitor",
  iat: nowSeconds,
  exp: nowSeconds + 600,
};

function sign(
  changes: Record<string, unknown> = {},
  options: { kid?: string; secret?: string; header?: Record<string, unknown> } = {},
): string {
  const claims = Object.fromEntries(
    Object.entries({ ...goodClaims, ...changes }).filter(([, value]) => value !== undefined),
  );
  return jwt.sign(claims, options.secret ?? newKey.secret, {
    algorithm: "HS256",
    keyid: options.kid ?? newKey.kid,
    header: { alg: "HS256", ...options.header },
    noTimestamp: "iat" in changes && changes.iat === undefined,
  });
}

function codeOf(token: string, verifier = tokens): string {
  try {
    verifier.verify(token);
    return "ok";
  } catch (error) {
    return error instanceof AppError ? error.code : `not an AppError: ${String(error)}`;
  }
}

describe("a session token", () => {
  test("gives back the tenant, ticket and visitor it was made for", () => {
    const { token, expiresAt } = tokens.issue(subject);
    expect(tokens.verify(token)).toEqual({
      kind: "visitor",
      ...subject,
      subject: `anon_${subject.visitorId}`,
      expiresAt: expiresAt.getTime(),
    });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const identified = tokens.verify(tokens.issue({ ...subject, identified: true }).token);
    expect(identified).toMatchObject({ identified: true, visitorId: subject.visitorId });
  });

  test("is signed with the first key and verified with any", () => {
    expect(jwt.decode(tokens.issue(subject).token, { complete: true })?.header.kid).toBe("2025");
    const before = createSessionTokens([oldKey]).issue(subject).token;
    expect(codeOf(before)).toBe("ok");
    expect(codeOf(before, createSessionTokens([newKey]))).toBe("unauthorized");
  });

  test("of another role is forbidden, not unauthorised", () => {
    expect(codeOf(sign({ role: "admin" }))).toBe("forbidden");
    expect(codeOf(sign({ role: "agent" }))).toBe("forbidden");
  });

  const bad: [string, string][] = [
    ["empty", ""],
    ["not a token", "abc"],
    ["three dots", "a.b.c"],
    ["megabytes", "a".repeat(1_000_000)],
    ["expired", sign({ iat: nowSeconds - 1200, exp: nowSeconds - 600 })],
    ["issued in the future", sign({ iat: nowSeconds + 600, exp: nowSeconds + 1200 })],
    ["living longer than any token may", sign({ iat: nowSeconds - 48 * 3600, exp: nowSeconds + 3600 })],
    ["signed with another secret", sign({}, { secret: "x".repeat(40) })],
    ["unknown kid", sign({}, { kid: "other" })],
    ["kid of the other key", sign({}, { kid: "2024" })],
    ["kid of an object's own", sign({}, { kid: "__proto__" })],
    ["unsigned", jwt.sign(goodClaims, "", { algorithm: "none", keyid: "2025" })],
    ["another algorithm", jwt.sign(goodClaims, newKey.secret, { algorithm: "HS512", keyid: "2025" })],
    ["a key in its header", sign({}, { header: { jwk: { kty: "oct", k: "AA" } } })],
    ["a key address in its header", sign({}, { header: { jku: "https://evil.example/keys" } })],
    ["critical header", sign({}, { header: { crit: ["x"] } })],
    ["another issuer", sign({ iss: "other" })],
    ["another audience", sign({ aud: "parley:console" })],
    ["two audiences", sign({ aud: ["parley:visitor", "parley:console"] })],
    ["no subject", sign({ sub: undefined })],
    ["odd subject", sign({ sub: "anon_1" })],
    ["no role", sign({ role: undefined })],
    ["role of the wrong type", sign({ role: ["customer"] })],
    ["no tenant", sign({ tenant_id: undefined })],
    ["tenant that is no id", sign({ tenant_id: "1 or 1=1" })],
    ["no ticket", sign({ ticket_id: undefined })],
    ["no issue time", sign({ iat: undefined })],
    ["no expiry", sign({ exp: undefined })],
    ["extra claim", sign({ admin: true })],
  ];
  test.each(bad)("that is bad (%s) is one plain refusal", (_name, token) => {
    expect(codeOf(token)).toBe("unauthorized");
    try {
      tokens.verify(token);
    } catch (error) {
      expect((error as AppError).message).toBe(
        "The session token is missing, invalid or expired. Call `init` to get a new one.",
      );
      expect((error as AppError).details).toBeUndefined();
    }
  });

  test("may be late by the leeway and no more", () => {
    const { token } = tokens.issue(subject);
    const { exp } = jwt.decode(token) as { exp: number };
    const at = (seconds: number) => createSessionTokens([newKey], () => seconds * 1000);
    expect(codeOf(token, at(exp + 20))).toBe("ok");
    expect(codeOf(token, at(exp + 61))).toBe("unauthorized");
  });

  test("is never made with a weak secret", () => {
    expect(() => createSessionTokens([])).toThrow(/at least one/);
    expect(() => createSessionTokens([{ kid: "a", secret: "short" }])).toThrow(/32 bytes/);
  });
});
