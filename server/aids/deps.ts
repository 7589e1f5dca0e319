import type { RetrievedChunk, TenantProfile } from "../assistant/ports.ts";
import type { AgentModel } from "../models/agent-model.ts";
import type { Database } from "../store/database.ts";
import type { ModelCall } from "../store/model-calls.ts";
import type { TenantRow } from "../store/tenants.ts";

/** What helps agents is made of; wired in `server/context`. */
export interface AidDeps {
  db: Database;
  modelFor(work: { tenant: TenantProfile; recordCall: (call: ModelCall) => void }): AgentModel;
  /** The tenant as a model is told of it. */
  profileOf(tenant: TenantRow): TenantProfile;
  /** What people of the tenant find, internal documents too. */
  find(tenantId: string, question: string): Promise<RetrievedChunk[]>;
}
