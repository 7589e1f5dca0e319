import { keepPlan } from "../../../db/prepared.ts";
import type { Draft } from "../../../protocol/admin.ts";
import type { AgentRef, EndedAs, EscalationReason, Owner, TicketStatus } from "../../../protocol/messages.ts";
import { queueRemembering } from "../../assistant/store/memory-jobs.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { insertTicketWords, TicketWords, wordWeights } from "./store-message.ts";
import type { TicketUndo } from "./ticket-undo.ts";

/** A ticket and whose it is. */
export interface TicketKey {
  tenantId: string;
  ticketId: string;
}

export interface TicketRow {
  id: string;
  number: number;
  visitor_id: string;
  /** The language that the visitor's page told, if any. */
  visitor_locale: string | null;
  status: TicketStatus;
  owner: Owner;
  owner_epoch: number;
  /** Counts the visitor's sessions; a token of an earlier one is refused. */
  session_epoch: number;
  assignee: AgentRef | null;
  /** When a rule gave it to its assignee, who has not begun yet. */
  auto_assigned_at: Date | null;
  subject: string;
  page: { url?: string; title?: string } | null;
  question: string | null;
  summary: string | null;
  escalation_reason: EscalationReason | null;
  escalated_at: Date | null;
  /** Since when the visitor waits for a person; null: does not. */
  waiting_since: Date | null;
  draft: Draft | null;
  last_sequence: number;
  awaiting_human: boolean;
  /** The clarification that waits for the visitor. */
  pending_clarification: string | null;
  /** The write that waits for a yes. */
  pending_confirmation: string | null;
  /** The assistant sees the log after this number word for word, and `earlier_summary` of what people said before. */
  context_start: number;
  earlier_summary: string | null;
  /** What was said up to `running_summary_to`, in a few lines; of long tickets only. */
  running_summary: string | null;
  running_summary_to: number;
  message_count: number;
  last_message: string;
  /** The newest event that the visitor has had on the screen, and since when. */
  seen_sequence: number;
  seen_at: Date | null;
  resolved_at: Date | null;
  /** How it ended, where that is not an answer. */
  ended_as: EndedAs;
  /** What a person's last decision has changed. */
  undo: TicketUndo | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `id, number, visitor_id, status, owner, owner_epoch, session_epoch, assignee, auto_assigned_at, subject, page, question, summary,
  escalation_reason, escalated_at, waiting_since, draft, last_sequence::float8 as last_sequence, awaiting_human, pending_clarification, pending_confirmation,
  context_start::float8 as context_start, earlier_summary, running_summary,
  running_summary_to::float8 as running_summary_to, message_count,
  last_message, seen_sequence::float8 as seen_sequence, seen_at, resolved_at, ended_as, undo, created_at, updated_at,
  (select v.locale from visitors v where v.tenant_id = tickets.tenant_id and v.id = tickets.visitor_id) as visitor_locale`;

/** Opens a ticket for a visitor and gives it the tenant's next number. */
export async function insertTicket(
  tx: TenantTransaction,
  ticket: { id: string; visitorId: string; page?: { url?: string; title?: string } },
): Promise<TicketRow> {
  const { rows } = await tx.query<TicketRow>(
    `with numbered as (
       update tenants set next_ticket_number = next_ticket_number + 1 where tenant_id = $1 returning next_ticket_number - 1 as number
     )
     insert into tickets (tenant_id, id, number, visitor_id, page)
     select $1, $2, number, $3, $4 from numbered
     returning ${columns}`,
    [tx.tenantId, ticket.id, ticket.visitorId, ticket.page ? JSON.stringify(ticket.page) : null],
  );
  const row = rows[0];
  if (!row) throw new Error("the tenant has no row of its own");
  return row;
}

export async function findTicket(tx: TenantTransaction, ticketId: string): Promise<TicketRow | undefined> {
  const { rows } = await tx.query<TicketRow>(keepPlan(`select ${columns} from tickets where id = $1`), [ticketId]);
  return rows[0];
}

/** Like {@link findTicket}, and holds the row until the transaction ends: all changes of a ticket go one after another. */
export async function lockTicket(tx: TenantTransaction, ticketId: string): Promise<TicketRow | undefined> {
  const { rows } = await tx.query<TicketRow>(keepPlan(`select ${columns} from tickets where id = $1 for update`), [
    ticketId,
  ]);
  return rows[0];
}

/** True once a person has resolved the ticket or the visitor has ended it. */
export function isEnded({ status }: Pick<TicketRow, "status">): boolean {
  return status === "resolved" || status === "closed";
}

/**
 * Ends the visitor's sessions: no token issued until now for any of their tickets, each of which opens the others, is accepted any more.
 */
export async function endVisitorSessions(tx: TenantTransaction, visitorId: string): Promise<void> {
  await tx.query(
    // In one order, so that two who do this at once do not wait for each other.
    `with theirs as materialized (select id from tickets where visitor_id = $1 order by id for update)
     update tickets set session_epoch = session_epoch + 1 where id in (select id from theirs)`,
    [visitorId],
  );
}

export interface TicketChange {
  status?: TicketStatus;
  owner?: Owner;
  assignee?: AgentRef | null;
  /** Who gave it back by hand. */
  unassigned_by?: string | null;
  subject?: string;
  page?: { url?: string; title?: string };
  question?: string | null;
  summary?: string | null;
  escalation_reason?: EscalationReason | null;
  escalated_at?: Date | null;
  /** Where the new status does not tell it. */
  waiting_since?: Date | null;
  draft?: Draft | null;
  awaiting_human?: boolean;
  pending_clarification?: string | null;
  context_start?: number;
  earlier_summary?: string | null;
  running_summary?: string;
  running_summary_to?: number;
  last_message?: string;
  resolved_at?: Date | null;
  ended_as?: EndedAs;
  undo?: TicketUndo | null;
}

const jsonColumns = new Set(["assignee", "page", "draft", "undo"]);

/** Columns that a change may name; a fixed list, so that no name from outside reaches the SQL. */
const changeable = [
  "status",
  "owner",
  "assignee",
  "unassigned_by",
  "subject",
  "page",
  "question",
  "summary",
  "escalation_reason",
  "escalated_at",
  "waiting_since",
  "draft",
  "awaiting_human",
  "pending_clarification",
  "context_start",
  "earlier_summary",
  "running_summary",
  "running_summary_to",
  "last_message",
  "resolved_at",
  "ended_as",
  "undo",
] as const satisfies readonly (keyof TicketChange)[];

/** What a new status does to the visitor's wait; a person who works on the ticket ends it by an answer (store-message.ts). */
const waits: Record<TicketStatus, string | undefined> = {
  open: "null",
  pending_human: "coalesce(waiting_since, now())",
  in_progress: undefined,
  resolved: "null",
  closed: "null",
};

/** Changes a ticket. A change of owner raises `owner_epoch`, which voids assistant turns under way. */
export async function updateTicket(tx: TenantTransaction, ticketId: string, change: TicketChange): Promise<TicketRow> {
  const params: unknown[] = [ticketId];
  const sets = ["updated_at = now()"];
  const wait = change.status && change.waiting_since === undefined ? waits[change.status] : undefined;
  if (wait) sets.push(`waiting_since = ${wait}`);
  // What is over need not come back.
  if (change.status && isEnded({ status: change.status })) sets.push("snoozed_until = null");
  for (const name of changeable) {
    const value = change[name];
    if (value === undefined) continue;
    params.push(jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value);
    sets.push(`${name} = $${params.length}`);
    if (name === "owner")
      sets.push(`owner_epoch = owner_epoch + case when owner <> $${params.length} then 1 else 0 end`);
  }
  const { rows } = await tx.query<TicketRow>(
    `update tickets set ${sets.join(", ")} where id = $1 returning ${columns}`,
    params,
  );
  const row = rows[0];
  if (!row) throw new Error("the ticket is gone");
  if (change.status && isEnded({ status: change.status }) && row.ended_as === null) await queueRemembering(tx, row);
  if (change.question)
    await insertTicketWords(tx, ticketId, new TicketWords().add(change.question, wordWeights.question));
  return row;
}

/** Gives an ended ticket back to the assistant: its visitor has written again. */
export function reopenTicket(tx: TenantTransaction, ticketId: string): Promise<TicketRow> {
  return updateTicket(tx, ticketId, {
    status: "open",
    owner: "assistant",
    assignee: null,
    escalation_reason: null,
    escalated_at: null,
    draft: null,
    summary: null,
    awaiting_human: false,
    resolved_at: null,
    ended_as: null,
    undo: null,
  });
}

/** Removes a ticket with its messages, events, turns and checkpoints. */
export async function deleteTicket(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.query("delete from tickets where id = $1", [ticketId]);
}
