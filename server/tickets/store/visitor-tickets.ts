import { sql } from "kysely";
import type { AgentRef, MessageRole, Owner, TicketStatus } from "../../../protocol/messages.ts";
import type { PageCursor } from "../../database/list-place.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A ticket in its visitor's list, with its last message. */
export interface VisitorTicketRow {
  id: string;
  number: number;
  status: TicketStatus;
  owner: Owner;
  /** Place in the list, as text: a `Date` would lose microseconds. */
  updated_text: string;
  role: MessageRole;
  /** The beginning of the first question, as Markdown; null when only files were sent. */
  question: string | null;
  /** The beginning of the last message, as Markdown. */
  content: string;
  /** Name of the first file of a last message without text. */
  file: string | null;
  agent: AgentRef | null;
  created_at: Date;
  /** Unread answers, up to {@link maxUnread}. */
  unread: number;
}

/** More unread answers are not counted. */
const maxUnread = 99;
/** Enough of a message for one line without its Markdown. */
const previewSourceChars = 600;

/**
 * A visitor's tickets with messages, newest change first. Answers before the visitor's last message count as read. One statement: its first
 * part uses the index of the list (db/always/indexes.sql), the rest reads messages of the page's tickets only.
 */
export function listVisitorTickets(
  tx: TenantTransaction,
  visitorId: string,
  { limit, before }: { limit: number; before?: PageCursor },
): Promise<VisitorTicketRow[]> {
  const beyond = before
    ? sql`and (t.updated_at, t.id) < (${before.updatedAt}::timestamptz, ${before.id}::uuid)`
    : sql``;
  return tx.all(sql<VisitorTicketRow>`
    with page as materialized (
      select t.id, t.number, t.status, t.owner, t.updated_at, t.seen_sequence from tickets t
       where t.visitor_id = ${visitorId} and t.message_count > 0 ${beyond}
       order by t.updated_at desc, t.id desc limit ${limit})
    select p.id, p.number, p.status, p.owner, p.updated_at::text as updated_text, f.question, l.role, l.content, l.file, l.agent, l.created_at, u.unread
      from page p
      cross join lateral (
        select m.role, left(m.content, ${previewSourceChars}) as content, m.agent, m.created_at,
          case when m.content = '' then (
            select a.name from attachments a where a.tenant_id = m.tenant_id and a.message_id = m.id order by a.place limit 1) end as file
          from messages m where m.ticket_id = p.id order by m.sequence desc limit 1) l
      left join lateral (
        select left(m.content, ${previewSourceChars}) as question
          from messages m where m.ticket_id = p.id and m.role = 'visitor' and m.content <> '' order by m.sequence limit 1) f on true
      cross join lateral (
        select count(*)::int as unread from (
          select 1 from messages m
           where m.ticket_id = p.id and (m.role in ('assistant', 'agent') or m.report is not null)
             and m.sequence > greatest(p.seen_sequence,
               (select v.sequence from messages v where v.ticket_id = p.id and v.role = 'visitor' order by v.sequence desc limit 1))
           limit ${maxUnread}) unseen) u
     order by p.updated_at desc, p.id desc`);
}

/** Locks the visitor's newest open ticket without messages. It is used as their next new ticket. */
export async function findUnusedTicket(tx: TenantTransaction, visitorId: string): Promise<string | undefined> {
  const unused = query
    .selectFrom("tickets")
    .select("id")
    .where("visitor_id", "=", visitorId)
    .where("message_count", "=", 0)
    .where("status", "=", "open");
  return (await tx.first(unused.orderBy("id", "desc").limit(1).forUpdate()))?.id;
}

/**
 * Records up to which event the visitor has seen the ticket, at most up to its last one.
 * @returns the number of the ticket's last event; undefined when the visitor had seen that much before.
 */
export async function updateSeen(
  tx: TenantTransaction,
  ticketId: string,
  sequence: number,
): Promise<number | undefined> {
  const seen = sql<number>`least(${sequence}::bigint, last_sequence)`;
  const row = await tx.first(
    query
      .updateTable("tickets")
      .set({ seen_sequence: seen, seen_at: now })
      .where("id", "=", ticketId)
      .where("seen_sequence", "<", seen)
      .returning("last_sequence"),
  );
  return row?.last_sequence;
}
