import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import { withSystem } from "../../database/transaction.ts";
import { listTenantsToAssign } from "../store/assignments.ts";
import { assignTickets } from "./assign.ts";
import type { DeskDeps } from "./deps.ts";

/** How often is looked whether something can be given, in ms: a visitor has just been told that a person comes. */
const pollMs = 3_000;

interface WatchDeps extends Pick<DeskDeps, "db" | "hub"> {
  log: Logger;
}

/** Gives tickets that wait to people who are there, by each tenant's rule. Returns what stops it. */
export function watchAssignments(deps: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Assigning tickets failed" },
    () => withSystem(deps.db, "find-unassigned-tickets", listTenantsToAssign),
    (tenantId) => assignTickets(deps, tenantId),
  );
}
