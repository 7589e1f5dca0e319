import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";

/** Published keys are fetched again after this time, and when a token names an unknown key, in ms. */
const keptMs = 5 * 60_000;
/** Shortest time between two fetches, in ms, so that invented key names do not cause more. */
const leastMs = 5_000;
/** Tolerated difference between two servers' clocks, in seconds. */
const toleranceSeconds = 5;
const askMs = 5_000;

const keysSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal("EC") })) });
const claimsSchema = z.object({ service: z.literal("parley"), tenant_id: z.string(), jti: z.string() });
export type CallerClaims = z.infer<typeof claimsSchema>;

interface CallerRules {
  /** Address of the published keys: `https://parley.example/.well-known/jwks.json`. */
  keysUrl: string;
  /** Public address of the Parley installation that may call. */
  issuer: string;
  /** This server's own address, as in the connection. */
  audience: string;
  /** Tenant of the connection. */
  tenantId: string;
}

/** Checks the service token of a call, as any server called by Parley should. Caches the published keys for some minutes. */
export class CallerCheck {
  #keys = new Map<string, KeyObject>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  /** @returns the token's claims, or undefined for an invalid token: unknown signer, other audience, or expired. */
  async check(token: string | undefined, rules: CallerRules): Promise<CallerClaims | undefined> {
    const kid = token === undefined ? undefined : jwt.decode(token, { complete: true })?.header.kid;
    const key = kid === undefined ? undefined : await this.#keyOf(kid, rules.keysUrl);
    if (token === undefined || !key) return undefined;
    try {
      const claims = jwt.verify(token, key, {
        // Never the algorithm that the token itself names.
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
    // When the list cannot be parsed, the cached keys stay.
    if (parsed.success) this.#keys = new Map(parsed.data.keys.map((jwk) => [jwk.kid, publicKey(jwk)]));
  }
}

function publicKey(jwk: Record<string, unknown>): KeyObject {
  return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }); // it throws for what is none
}
