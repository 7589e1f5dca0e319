import type { ModelProvider } from "../../../protocol/admin-settings.ts";
import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TenantRow } from "../store/tenants.ts";

export interface TenantDeps {
  db: Database;
  /** Server URL for visitors and agents, without a final slash. */
  publicUrl: string;
  /** The mailbox that receives e-mails; absent: none does. */
  inboundEmail?: string | undefined;
  /** Rechecks the open streams of a tenant's console; those whose reader lost the right to read end. */
  recheckStreams(tenantId: string): Promise<void>;
  /** Model providers that a tenant may choose from. */
  modelProviders: readonly ModelProvider[];
  /** Default models per task, for a tenant without its own. */
  usualModels: ModelUsage["usual"];
  /** The model that grades the answers of a tenant with these own models. */
  graderFor(tenant: Pick<TenantRow, "models">): string;
}

/** The actor, for the audit log. */
export type Actor = AuditActor;

/** The operator at the command line. */
export const operator: Actor = { kind: "platform", id: "cli" };
