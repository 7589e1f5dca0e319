import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import { withSystem } from "../../database/transaction.ts";
import { listTenantsToAssign } from "../store/assignments.ts";
import { assignTickets } from "./assign.ts";
import type { DeskDeps } from "./deps.ts";

/** Polling interval in ms. It is short because the visitor has just been told that someone from the team will answer. */
const pollMs = 3_000;

interface WatchDeps extends Pick<DeskDeps, "db" | "hub"> {
  log: Logger;
}

/** Assigns waiting tickets to agents who are present, by each tenant's rule. Returns a function that stops it. */
export function watchAssignments(deps: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Assigning tickets failed" },
    () => withSystem(deps.db, "find-unassigned-tickets", listTenantsToAssign),
    (tenantId) => assignTickets(deps, tenantId),
  );
}
