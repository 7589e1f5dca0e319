import type { AgentRef } from "../../../protocol/messages.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TicketKey } from "../store/tickets.ts";
import type { TurnRunner } from "../turns/runner.ts";

/** Dependencies of the desk; wired in `server/wiring/context.ts`. */
export interface DeskDeps {
  db: Database;
  hub: LiveHub;
  /** Carries out decisions. */
  turns: Pick<TurnRunner, "carryOut" | "lease" | "answerConfirmation">;
  /** Whether answers can be sent by e-mail. */
  hasEmail?: boolean;
  /** Runs the job that indexes a saved answer. Returns when search finds the answer, or when a worker will do the job. Never throws. */
  publishSnippet(tenantId: string, jobId: string): Promise<void>;
  /** Removes an answer that was saved with an undone decision. A missing answer is no error. */
  forgetSnippet(tenantId: string, id: string, actor: AuditActor): Promise<void>;
  /** Carries out the stored cache purges. Never throws. */
  purgeCache(tenantId: string): Promise<void>;
}

/** The ticket of an action, and the agent who does it. */
export interface DeskTarget extends TicketKey {
  agent: AgentRef;
  /** The same agent for the audit log. */
  actor: AuditActor;
  /** Their snippets are live without a review. */
  isReviewer?: boolean;
}
