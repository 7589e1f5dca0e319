import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { cut } from "../../core/text/shorten.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { type DomainResult, normaliseDomain, readDomain } from "../sign-in/origins.ts";
import { deleteDomain, insertDomain, listDomains } from "../store/tenant-domains.ts";
import type { Actor, TenantDeps } from "./deps.ts";

/** Most entries per tenant; a longer list needs a wildcard. */
const maxDomains = 200;

/** The entry in its stored form. @throws AppError `invalid_request` with the violated rule. */
export function toPattern(entry: string): string {
  return patternOf(entry, normaliseDomain(entry));
}

function patternOf(entry: string, result: DomainResult): string {
  if (!result.ok) throw new AppError("invalid_request", `"${cut(entry, 80)}" is not a valid domain: ${result.reason}.`);
  return result.pattern;
}

/** Adds an allowed domain; does nothing when it exists. */
export async function addDomain(
  deps: TenantDeps,
  actor: Actor,
  input: { tenantId: string; entry: string },
): Promise<string[]> {
  const pattern = toPattern(input.entry);
  return withTenant(deps.db, input.tenantId, async (tx) => {
    const before = await listDomains(tx);
    if (before.includes(pattern)) return before;
    if (before.length >= maxDomains)
      throw new AppError("conflict", `The limit of ${maxDomains} allowed domains is reached. Remove one first.`);
    if (await insertDomain(tx, newId(), pattern)) {
      await insertAudit(tx, { actor, action: "domain.add", target: { kind: "domain", id: pattern } });
    }
    return listDomains(tx);
  });
}

/** Removes an allowed domain, effective from the next call. @throws AppError `not_found`. */
export async function removeDomain(
  deps: TenantDeps,
  actor: Actor,
  input: { tenantId: string; entry: string },
): Promise<string[]> {
  const pattern = patternOf(input.entry, readDomain(input.entry));
  return withTenant(deps.db, input.tenantId, async (tx) => {
    if (!(await deleteDomain(tx, pattern))) throw new AppError("not_found", `${pattern} is not an allowed domain.`);
    await insertAudit(tx, { actor, action: "domain.remove", target: { kind: "domain", id: pattern } });
    return listDomains(tx);
  });
}
