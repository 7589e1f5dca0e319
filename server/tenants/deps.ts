import type { AuditActor } from "../store/audit-log.ts";
import type { Database } from "../store/database.ts";

/** What every use case of this room needs. */
export interface TenantDeps {
  db: Database;
  /** Where visitors and agents reach the server, without a final slash. */
  publicUrl: string;
  /** Model providers that a tenant may choose from; absent: the built-in answerer alone. */
  modelProviders?: readonly string[];
}

/** Who did it, for the audit log. */
export type Actor = AuditActor;

/** The operator at the command line. */
export const operator: Actor = { kind: "platform", id: "cli" };
