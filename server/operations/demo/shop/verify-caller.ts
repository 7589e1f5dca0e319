import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";

/** Keys are asked for again after this time, and when a token names one that is not known, ms. */
const keptMs = 5 * 60_000;
/** A stranger who makes up key names does not make us ask more often than this, ms. */
const leastMs = 5_000;
/** Clocks of two servers differ by so much, seconds. */
const toleranceSeconds = 5;
const askMs = 5_000;

const keysSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal("EC") })) });
const claimsSchema = z.object({ service: z.literal("parley"), tenant_id: z.string(), jti: z.string() });
export type CallerClaims = z.infer<typeof claimsSchema>;

interface CallerRules {
  /** Where the keys are published: `https://parley.example/.well-known/jwks.json`. */
  keysUrl: string;
  /** The public address of the Parley that may call. */
  issuer: string;
  /** This server's own address, as the connection has it. */
  audience: string;
  /** Whose connection it is. */
  tenantId: string;
}

/** Checks the service token of a call, as any server that Parley calls should. Keeps the published keys for some minutes. */
export class CallerCheck {
  #keys = new Map<string, KeyObject>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  /** @returns what the token says, or undefined for one that does not count: a stranger's, for somebody else, or too old. */
  async check(token: string | undefined, rules: CallerRules): Promise<CallerClaims | undefined> {
    const kid = token === undefined ? undefined : jwt.decode(token, { complete: true })?.header.kid;
    const key = kid === undefined ? undefined : await this.#keyOf(kid, rules.keysUrl);
    if (token === undefined || !key) return undefined;
    try {
      const claims = jwt.verify(token, key, {
        // Never by what the token says of itself.
        algorithms: ["ES256"],
        issuer: rules.issuer,
        audience: rules.audience,
        clockTolerance: toleranceSeconds,
      });
      const parsed = claimsSchema.safeParse(claims);
      return parsed.success && parsed.data.tenant_id === rules.tenantId ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  async #keyOf(kid: string, url: string): Promise<KeyObject | undefined> {
    const age = performance.now() - this.#askedAt;
    if (age > keptMs || (!this.#keys.has(kid) && age > leastMs)) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask(url);
    }
    await this.#asking;
    return this.#keys.get(kid);
  }

  async #ask(url: string): Promise<void> {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(askMs) }).catch(() => undefined);
    const parsed = keysSchema.safeParse(response?.ok ? await response.json().catch(() => undefined) : undefined);
    // A list that cannot be read leaves those that are known.
    if (parsed.success) this.#keys = new Map(parsed.data.keys.map((jwk) => [jwk.kid, publicKey(jwk)]));
  }
}

function publicKey(jwk: Record<string, unknown>): KeyObject {
  return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }); // it throws for what is none
}
