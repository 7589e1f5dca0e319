import type { TenantId } from "../../../protocol/ids.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { PushDeps } from "./send-push.ts";

/** Dependencies of this domain's use cases; wired in `server/wiring/context.ts`. */
export interface PeopleDeps {
  db: Database;
  /** URL of the console, without a final slash. */
  publicUrl: string;
  /** Wakes a worker for an e-mail job whose row is stored; null without an SMTP server. */
  wakeEmail: ((tenantId: string, job: { id: string; place: number }) => Promise<void>) | null;
  /** Sends notifications to browsers and phones. */
  push: PushDeps;
  /** Unassigns a member's open tickets. @returns the number of tickets. */
  releaseTickets(input: { tenantId: TenantId; personId: string; actor: AuditActor }): Promise<number>;
  /** Makes consoles reload the members and their presence. */
  announcePeopleChanged(tenantId: string): Promise<void>;
  /** Rechecks the open streams of a tenant's console; those whose reader lost the right to read end. */
  recheckStreams(tenantId: string): Promise<void>;
}

/** The caller and the tenant. */
export interface PeopleCaller {
  tenantId: TenantId;
  /** Id of the member or API key. */
  id: string;
  name: string;
  actor: AuditActor;
}
