import type { TenantId } from "../../../protocol/ids.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";

/** What the use cases of this room need; wired in `server/wiring/context.ts`. */
export interface PeopleDeps {
  db: Database;
  /** Where the console is, without a final slash. */
  publicUrl: string;
  /** Wakes a worker for the job of a mail whose row is stored; null where no mail server is set. */
  wakeEmail: ((tenantId: string, job: { id: string; place: number }) => Promise<void>) | null;
  /** Gives what a person works on back to the others; returns how many tickets. */
  releaseTickets(input: { tenantId: TenantId; personId: string; actor: AuditActor }): Promise<number>;
  /** Consoles read again who works here and who is there. */
  announcePeopleChanged(tenantId: string): Promise<void>;
  /** Open streams of a tenant's console are looked at now, and end if their reader may read them no more. */
  recheckStreams(tenantId: string): Promise<void>;
}

/** Who does something, and where. */
export interface PeopleCaller {
  tenantId: TenantId;
  /** Of the person or key. */
  id: string;
  name: string;
  actor: AuditActor;
}
