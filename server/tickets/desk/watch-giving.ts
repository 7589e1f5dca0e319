import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import { withSystem } from "../../database/transaction.ts";
import { listTenantsToGive } from "../store/giving.ts";
import type { DeskDeps } from "./deps.ts";
import { giveTickets } from "./give.ts";

/** How often is looked whether something can be given, in ms: a visitor has just been told that a person comes. */
const lookMs = 3_000;

interface WatchDeps extends Pick<DeskDeps, "db" | "hub"> {
  log: Logger;
}

/** Gives tickets that wait to people who are there, by each tenant's rule. Returns what stops it. */
export function watchGiving(deps: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: lookMs, log: deps.log, failed: "Assigning tickets failed" },
    () => withSystem(deps.db, "find-unassigned-tickets", listTenantsToGive),
    (tenantId) => giveTickets(deps, tenantId),
  );
}
