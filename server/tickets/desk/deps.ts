import type { AgentRef } from "../../../protocol/messages.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TicketKey } from "../store/tickets.ts";
import type { TurnRunner } from "../turns/runner.ts";

/** What the desk is made of; wired in `server/wiring/context.ts`. */
export interface DeskDeps {
  db: Database;
  hub: LiveHub;
  /** Carries out what was decided. */
  turns: Pick<TurnRunner, "carryOut" | "lease" | "answerConfirmation">;
  /** Whether answers go out by mail. */
  hasEmail?: boolean;
  /** Does the job that makes a kept answer known; returns when it is found, or when a worker is to see to it. Never throws. */
  publishSnippet(tenantId: string, jobId: string): Promise<void>;
  /** Removes an answer that was kept with a decision which was taken back; one that is gone already is no fault. */
  forgetSnippet(tenantId: string, id: string, actor: AuditActor): Promise<void>;
  /** Takes out of the answer cache what is written down to go; never throws. */
  purgeCache(tenantId: string): Promise<void>;
}

/** Who does something to which ticket. */
export interface DeskTarget extends TicketKey {
  agent: AgentRef;
  /** The same agent as the audit log names them. */
  actor: AuditActor;
  /** What they keep as a snippet is live without a review. */
  isReviewer?: boolean;
}
