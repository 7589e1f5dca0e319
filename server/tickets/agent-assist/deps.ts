import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { AgentModel } from "../../assistant/models/agent-model.ts";
import type { RetrievedChunk, TenantProfile } from "../../assistant/ports.ts";
import type { ModelCall } from "../../assistant/store/model-calls.ts";
import type { Database } from "../../database/database.ts";

/** What helps agents is made of; wired in `server/wiring`. */
export interface AssistDeps {
  db: Database;
  modelFor(work: { tenant: TenantProfile; recordCall: (call: ModelCall) => void }): AgentModel;
  /** The tenant as a model is told of it. */
  profileOf(tenant: TenantRow): TenantProfile;
  /** What people of the tenant find, internal documents too. */
  find(tenantId: string, question: string): Promise<RetrievedChunk[]>;
}
