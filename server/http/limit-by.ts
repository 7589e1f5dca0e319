import type { RequestHandler } from "express";
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
