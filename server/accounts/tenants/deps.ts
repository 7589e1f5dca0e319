import type { ModelProvider } from "../../../protocol/admin-settings.ts";
import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TenantRow } from "../store/tenants.ts";

/** What every use case of this room needs. */
export interface TenantDeps {
  db: Database;
  /** Where visitors and agents reach the server, without a final slash. */
  publicUrl: string;
  /** Open streams of a tenant's console are looked at now, and end if their reader may read them no more. */
  recheckStreams(tenantId: string): Promise<void>;
  /** Model providers that a tenant may choose from. */
  modelProviders: readonly ModelProvider[];
  /** Who does each task for a tenant that has chosen nothing. */
  usualModels: ModelUsage["usual"];
  /** Who grades the answers of a tenant with these models of its own. */
  graderFor(tenant: Pick<TenantRow, "models">): string;
}

/** Who did it, for the audit log. */
export type Actor = AuditActor;

/** The operator at the command line. */
export const operator: Actor = { kind: "platform", id: "cli" };
