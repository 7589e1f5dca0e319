import type { RequestHandler } from "express";
import type { AgentCredentials } from "../accounts/sign-in/credentials.ts";
import type { RateRuleName } from "../accounts/sign-in/rate-limits.ts";
import type { AuthServices } from "../accounts/sign-in/services.ts";
import { addressKey } from "./address.ts";

/** Counts calls per address, before a body is read or a password is hashed. */
export function limitBy({ limits }: Pick<AuthServices, "limits">, rule: RateRuleName): RequestHandler {
  return async (request, _response, next) => {
    await limits.take(rule, addressKey(request));
    next();
  };
}

/** Counts calls per person or key, where models may cost money. @throws AppError `rate_limited`. */
export function limitModelCalls(
  { auth }: { auth: Pick<AuthServices, "limits"> },
  { personId }: AgentCredentials,
): Promise<void> {
  return auth.limits.take("aid_caller", personId);
}
