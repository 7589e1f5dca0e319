import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { AgentModel } from "../../assistant/models/agent-model.ts";
import type { RetrievedChunk, TenantProfile } from "../../assistant/ports.ts";
import type { ModelCall } from "../../assistant/store/model-calls.ts";
import type { Database } from "../../database/database.ts";

/** Dependencies of agent assist; wired in `server/wiring`. */
export interface AssistDeps {
  db: Database;
  modelFor(work: { tenant: TenantProfile; recordCall: (call: ModelCall) => void }): AgentModel;
  /** The tenant's profile for the model. */
  profileOf(tenant: TenantRow): TenantProfile;
  /** Search as agents see it, internal documents included. */
  find(tenantId: string, question: string): Promise<RetrievedChunk[]>;
}
