import jwt from "jsonwebtoken";
import { z } from "zod";
import { plainText } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";

/** Identity of a visitor, signed by the tenant's server with the tenant's identity secret. */
export interface VerifiedIdentity {
  externalId: string;
  email: string | null;
  name: string | null;
}

const leewaySeconds = 30;
/** A signed identity is meant for one page view; an old one may have been copied. */
const maxAgeSeconds = 24 * 60 * 60;

const claimsSchema = z.object({
  external_id: plainText.min(1).max(200),
  email: z.email().max(320).optional(),
  name: plainText.max(200).optional(),
});

/**
 * @param secrets the tenant's, current one first; after a rotation the previous one is also valid for a while.
 * @throws AppError `unauthorized` for every problem, without the reason.
 */
export function verifyIdentity(identity: string, secrets: readonly string[]): VerifiedIdentity {
  try {
    const payload = verifyWithAny(identity, secrets);
    const claims = claimsSchema.parse(payload);
    return { externalId: claims.external_id, email: claims.email ?? null, name: claims.name ?? null };
  } catch (cause) {
    throw new AppError(
      "unauthorized",
      "The visitor's identity token is not valid. Check the signature, its secret and its expiry.",
      { cause },
    );
  }
}

/** The library compares signatures in constant time; it is not secret which of the secrets matches. */
function verifyWithAny(identity: string, secrets: readonly string[]): unknown {
  let refusal: unknown = new Error("there is no identity secret");
  for (const secret of secrets) {
    try {
      return jwt.verify(identity, secret, {
        algorithms: ["HS256"],
        clockTolerance: leewaySeconds,
        maxAge: maxAgeSeconds,
      });
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
