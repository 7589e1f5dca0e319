import type { AgentModel } from "../../assistant/models/agent-model.ts";
import type { TenantProfile } from "../../assistant/ports.ts";
import { insertModelCalls, type ModelCall } from "../../assistant/store/model-calls.ts";
import { withTenant } from "../../database/transaction.ts";
import type { TicketKey } from "../store/tickets.ts";
import type { AssistDeps } from "./deps.ts";

/**
 * Runs a request to the tenant's model for an agent. Usage records of its model calls are stored with the ticket even when the request
 * fails, and count towards the budget. No transaction is open during the calls.
 */
export async function askModel<Result>(
  { db, modelFor }: Pick<AssistDeps, "db" | "modelFor">,
  { tenantId, ticketId, tenant }: TicketKey & { tenant: TenantProfile },
  work: (model: AgentModel) => Promise<Result>,
): Promise<Result> {
  const calls: ModelCall[] = [];
  try {
    return await work(modelFor({ tenant, recordCall: (call) => calls.push(call) }));
  } finally {
    await withTenant(db, tenantId, (tx) => insertModelCalls(tx, { ticketId, turnId: null }, calls));
  }
}
