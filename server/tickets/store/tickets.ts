import { sql } from "kysely";
import type { Draft } from "../../../protocol/admin.ts";
import type { AgentRef, TicketStatus } from "../../../protocol/messages.ts";
import { queueRemembering } from "../../assistant/store/memory-jobs.ts";
import { json } from "../../database/column-types.ts";
import { keep, now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { indexNewWords } from "./store-message.ts";
import type { TicketUndo } from "./ticket-undo.ts";

/** A ticket and its tenant. */
export interface TicketKey {
  tenantId: string;
  ticketId: string;
}

const columns = [
  "id",
  "number",
  "visitor_id",
  "status",
  "owner",
  "owner_epoch",
  "session_epoch", // counts the visitor's sessions; the token of an earlier one is rejected
  "assignee",
  "auto_assigned_at", // when a rule assigned it; null once the assignee has started
  "subject",
  "page",
  "begun_by_email",
  "question",
  "summary",
  "escalation_reason",
  "escalated_at",
  "hold_out", // whether a draw sent it straight to the team; null without a draw
  "waiting_since", // start of the visitor's wait for an agent
  "draft",
  "last_sequence",
  "awaiting_human",
  "pending_clarification",
  "pending_confirmation",
  "context_start", // the assistant reads the log after this number, and before it `earlier_summary`
  "earlier_summary",
  "running_summary", // of the messages up to `running_summary_to`, in long tickets only
  "running_summary_to",
  "message_count",
  "last_message",
  "seen_sequence", // the newest event that the visitor has seen, at `seen_at`
  "seen_at",
  "resolved_at",
  "ended_as",
  "undo",
  "created_at",
  "updated_at",
] as const;
type Columns = Pick<RowOf<"tickets">, (typeof columns)[number]>;

const visitorLocale = sql<
  string | null
>`(select v.locale from visitors v where v.tenant_id = tickets.tenant_id and v.id = tickets.visitor_id)`;

/** Not parsed: every message reads its ticket, and only this file writes these columns. */
interface JsonColumns {
  assignee: AgentRef | null;
  page: { url?: string; title?: string } | null;
  draft: Draft | null;
  /** The state before an agent's last decision. */
  undo: TicketUndo | null;
}

export interface TicketRow extends Omit<Columns, keyof JsonColumns>, JsonColumns {
  /** Language of the visitor's page, if known. */
  visitor_locale: string | null;
}

const selection = [...columns, visitorLocale.as("visitor_locale")] as const;

interface NewTicket extends Record<"id" | "visitorId", string> {
  page?: { url?: string; title?: string };
  /** Set when an e-mail begins the ticket. */
  mailed?: { subject: string };
}

/** Opens a ticket for a visitor, with the tenant's next number. */
export async function insertTicket(
  tx: TenantTransaction,
  { id, visitorId, page, mailed }: NewTicket,
): Promise<TicketRow> {
  const row = await tx.first(
    query
      .with("numbered", (db) =>
        db
          .updateTable("tenants")
          .set({ next_ticket_number: sql`next_ticket_number + 1` })
          .where("tenant_id", "=", tx.tenantId)
          .returning(["tenant_id", sql<number>`next_ticket_number - 1`.as("number")]),
      )
      .insertInto("tickets")
      .columns(["tenant_id", "number", "id", "visitor_id", "page", "begun_by_email", "subject"])
      .expression((db) =>
        db
          .selectFrom("numbered")
          .select(["tenant_id", "number", sql`${id}::uuid`.as("id"), sql`${visitorId}::uuid`.as("visitor_id")])
          .select(sql`${page ? json(page) : null}::jsonb`.as("page"))
          .select([sql`${!!mailed}::boolean`.as("begun_by_email"), sql`${mailed?.subject ?? ""}::text`.as("subject")]),
      )
      .returning(selection)
      .$narrowType<JsonColumns>(),
  );
  if (!row) throw new Error("the tenant does not exist");
  return row;
}

const ticket = (id: string) =>
  query.selectFrom("tickets").select(selection).where("id", "=", id).$narrowType<JsonColumns>();

export function findTicket(tx: TenantTransaction, ticketId: string): Promise<TicketRow | undefined> {
  return tx.first(keep(ticket(ticketId)));
}

/** Like {@link findTicket}; locks the row until the transaction ends, so that changes of a ticket happen one after another. */
export function lockTicket(tx: TenantTransaction, ticketId: string): Promise<TicketRow | undefined> {
  return tx.first(keep(ticket(ticketId).forUpdate()));
}

/**
 * Stores whether the draw sends the ticket straight to the team. An earlier draw stays.
 * @returns the choice; false for a ticket that was answered or handed over before.
 */
export async function updateHoldOut(tx: TenantTransaction, ticketId: string, isHeldOut: boolean): Promise<boolean> {
  const row = await tx.first(sql<{ hold_out: boolean }>`
    update tickets t set hold_out = coalesce(t.hold_out, ${isHeldOut})
     where t.id = ${ticketId}
       and not exists (select from ticket_events e where e.ticket_id = t.id and e.type = 'escalation')
       and not exists (select from messages m where m.ticket_id = t.id
                          and (m.role = 'agent' or m.role = 'assistant' and (m.grade is not null or m.cached or m.related -> 0 is not null)))
    returning hold_out`);
  return row?.hold_out ?? false;
}

/** True when an agent has resolved the ticket or the visitor has ended it. */
export function isEnded({ status }: Pick<TicketRow, "status">): boolean {
  return status === "resolved" || status === "closed";
}

/** Ends the visitor's sessions: no token issued until now for any of their tickets is accepted any more. */
export async function endVisitorSessions(tx: TenantTransaction, visitorId: string): Promise<void> {
  await tx.run(
    query
      .with(
        (cte) => cte("theirs").materialized(),
        // Ordered, so that two transactions never wait for each other.
        (db) => db.selectFrom("tickets").select("id").where("visitor_id", "=", visitorId).orderBy("id").forUpdate(),
      )
      .updateTable("tickets")
      .set({ session_epoch: sql`session_epoch + 1` })
      .where("id", "in", (db) => db.selectFrom("theirs").select("id")),
  );
}

/** `waiting_since` is needed only where it does not follow from the new status. */
export type TicketChange = Partial<
  Pick<
    TicketRow,
    | "status"
    | "owner"
    | "assignee"
    | "subject"
    | "page"
    | "question"
    | "summary"
    | "escalation_reason"
    | "escalated_at"
    | "waiting_since"
    | "draft"
    | "awaiting_human"
    | "pending_clarification"
    | "context_start"
    | "earlier_summary"
    | "running_summary"
    | "running_summary_to"
    | "last_message"
    | "resolved_at"
    | "ended_as"
    | "undo"
  > & {
    /** The agent who unassigned themselves. */
    unassigned_by: string | null;
  }
>;

/** The effect of a new status on the visitor's wait. An agent's answer ends the wait too (store-message.ts). */
const waits = {
  open: { waiting_since: null },
  pending_human: { waiting_since: sql<Date>`coalesce(waiting_since, now())` },
  in_progress: {},
  pending_visitor: {},
  resolved: { waiting_since: null },
  closed: { waiting_since: null },
} satisfies Record<TicketStatus, object>;

/** Changes a ticket. A change of owner raises `owner_epoch`, which makes running assistant turns obsolete. */
export async function updateTicket(tx: TenantTransaction, ticketId: string, change: TicketChange): Promise<TicketRow> {
  const { status, owner, assignee, page, draft, undo, ...plain } = change;
  const isOver = status !== undefined && isEnded({ status });
  const row = await tx.first(
    query
      .updateTable("tickets")
      .set({
        ...(status ? { status, ...waits[status] } : {}),
        ...(isOver ? { snoozed_until: null } : {}),
        ...(owner ? { owner, owner_epoch: sql`owner_epoch + case when owner <> ${owner} then 1 else 0 end` } : {}),
        ...plain,
        assignee: assignee && json(assignee),
        page: page && json(page),
        draft: draft && json(draft),
        undo: undo && json(undo),
        updated_at: now,
      })
      .where("id", "=", ticketId)
      .returning(selection)
      .$narrowType<JsonColumns>(),
  );
  if (!row) throw new Error("the ticket is gone");
  if (isOver && row.ended_as === null) await queueRemembering(tx, row);
  await indexNewWords(tx, ticketId, change);
  return row;
}

/** Returns an ended ticket to the assistant, because its visitor has written again. */
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

/** Deletes a ticket with its messages, events, turns and checkpoints. */
export async function deleteTicket(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.run(query.deleteFrom("tickets").where("id", "=", ticketId));
}
