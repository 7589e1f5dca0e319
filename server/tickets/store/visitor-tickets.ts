import type { AgentRef, MessageRole, Owner, TicketStatus } from "../../../protocol/messages.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A ticket in its visitor's list, with the last thing that was said in it. */
export interface VisitorTicketRow {
  id: string;
  number: number;
  status: TicketStatus;
  owner: Owner;
  /** Place in the list, as text: a date would lose microseconds. */
  updated_text: string;
  role: MessageRole;
  /** The beginning of the last message, as it was written. */
  content: string;
  agent: AgentRef | null;
  created_at: Date;
  /** Answers not seen, counted up to {@link maxUnread}. */
  unread: number;
}

/** More than this many unread answers are not counted. */
const maxUnread = 99;
/** So much of a message is enough for a line of it without its Markdown. */
const previewSourceChars = 600;

/**
 * A visitor's tickets in which something was said, newest change first. What the visitor has answered to counts as seen. One statement; its
 * first part is read from the index of the list (db/always/indexes.sql), the rest from the messages of the tickets of the page.
 */
export async function listVisitorTickets(
  tx: TenantTransaction,
  visitorId: string,
  { limit, before }: { limit: number; before?: PageCursor },
): Promise<VisitorTicketRow[]> {
  const rest = before ? "and (t.updated_at, t.id) < ($3::timestamptz, $4::uuid)" : "";
  const { rows } = await tx.query<VisitorTicketRow>(
    `with page as materialized (
       select t.id, t.number, t.status, t.owner, t.updated_at, t.seen_sequence from tickets t
        where t.visitor_id = $1 and t.message_count > 0 ${rest}
        order by t.updated_at desc, t.id desc limit $2)
     select p.id, p.number, p.status, p.owner, p.updated_at::text as updated_text, l.role, l.content, l.agent, l.created_at, u.unread
       from page p
       cross join lateral (
         select m.role, left(m.content, ${previewSourceChars}) as content, m.agent, m.created_at
           from messages m where m.ticket_id = p.id order by m.sequence desc limit 1) l
       cross join lateral (
         select count(*)::int as unread from (
           select 1 from messages m
            where m.ticket_id = p.id and m.role in ('assistant', 'agent')
              and m.sequence > greatest(p.seen_sequence,
                (select v.sequence from messages v where v.ticket_id = p.id and v.role = 'visitor' order by v.sequence desc limit 1))
            limit ${maxUnread}) unseen) u
      order by p.updated_at desc, p.id desc`,
    [visitorId, limit, ...(before ? [before.updatedAt, before.id] : [])],
  );
  return rows;
}

/** The visitor's newest ticket in which nothing was said yet, held until the transaction ends: it serves as the next new one. */
export async function findUnusedTicket(tx: TenantTransaction, visitorId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from tickets where visitor_id = $1 and message_count = 0 and status = 'open' order by id desc limit 1 for update`,
    [visitorId],
  );
  return rows[0]?.id;
}

/**
 * Notes how far the ticket was on the visitor's screen, and when; never less far than before, and never further than it goes.
 * Gives the number of the ticket's newest event when that is news, else nothing.
 */
export async function updateSeen(
  tx: TenantTransaction,
  ticketId: string,
  sequence: number,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ last_sequence: number }>(
    `update tickets set seen_sequence = least($2, last_sequence), seen_at = now()
      where id = $1 and seen_sequence < least($2, last_sequence) returning last_sequence::float8 as last_sequence`,
    [ticketId, sequence],
  );
  return rows[0]?.last_sequence;
}
