import type { AgentRef, Citation, Grade, Message, MessageRole, Usage } from "../../protocol/messages.ts";
import type { TenantTransaction } from "./transaction.ts";

interface MessageRow {
  id: string;
  ticket_id: string;
  turn_id: string | null;
  sequence: number;
  role: MessageRole;
  content: string;
  grade: Grade | null;
  cached: boolean;
  unverified: boolean;
  usage: Usage | null;
  agent: AgentRef | null;
  created_at: Date;
  citations: Citation[] | null;
}

const select = `select m.id, m.ticket_id, m.turn_id, m.sequence::float8 as sequence, m.role, m.content, m.grade, m.cached, m.unverified, m.usage, m.agent, m.created_at,
    (select json_agg(json_strip_nulls(json_build_object('index', c.index, 'chunk_id', c.chunk_id, 'document_id', c.document_id, 'title', c.title,
        'url', c.url, 'page', c.page, 'heading', c.heading, 'quote', c.quote)) order by c.index)
       from citations c where c.message_id = m.id and c.tenant_id = m.tenant_id) as citations
  from messages m`;

export interface StoredMessage {
  message: Message;
  ticketId: string;
  turnId: string | null;
  sequence: number;
}

/** What a new message meets: its own id, when it came before, and a turn at work on its ticket. */
export async function findSurroundings(
  tx: TenantTransaction,
  ticketId: string,
  messageId: string,
): Promise<{ isKnown: boolean; runningTurnId: string | null }> {
  const { rows } = await tx.query<{ known: boolean; running: string | null }>(
    `select exists (select 1 from messages where id = $2) as known,
            (select id from turns where ticket_id = $1 and status = 'running') as running`,
    [ticketId, messageId],
  );
  return { isKnown: rows[0]?.known ?? false, runningTurnId: rows[0]?.running ?? null };
}

export async function findMessage(tx: TenantTransaction, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await tx.query<MessageRow>(`${select} where m.id = $1`, [id]);
  return rows[0] && toStored(rows[0]);
}

/** All messages of a ticket, oldest first. */
export async function listMessages(tx: TenantTransaction, ticketId: string): Promise<StoredMessage[]> {
  const { rows } = await tx.query<MessageRow>(`${select} where m.ticket_id = $1 order by m.sequence`, [ticketId]);
  return rows.map(toStored);
}

/** The newest `limit` messages before a place in the ticket, oldest first. */
export async function listMessagesBefore(
  tx: TenantTransaction,
  ticketId: string,
  before: { sequence: number; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await tx.query<MessageRow>(
    `${select} where m.ticket_id = $1 and m.sequence < $2 order by m.sequence desc limit $3`,
    [ticketId, before.sequence, before.limit],
  );
  return rows.map(toStored).reverse();
}

/** Visitor messages that no turn has taken up yet, oldest first. */
export async function listUnansweredMessages(tx: TenantTransaction, ticketId: string): Promise<StoredMessage[]> {
  const { rows } = await tx.query<MessageRow>(
    `${select} where m.ticket_id = $1 and m.role = 'visitor' and m.turn_id is null order by m.sequence`,
    [ticketId],
  );
  return rows.map(toStored);
}

/** Gives visitor messages to a turn (null: gives them back, to be answered by a later one). */
export async function updateMessageTurn(
  tx: TenantTransaction,
  messageIds: string[],
  turnId: string | null,
): Promise<void> {
  await tx.query("update messages set turn_id = $2 where id = any($1::uuid[])", [messageIds, turnId]);
}

/** Visitor messages a turn answers, oldest first. */
export async function listTurnQuestions(tx: TenantTransaction, turnId: string): Promise<StoredMessage[]> {
  const { rows } = await tx.query<MessageRow>(
    `${select} where m.turn_id = $1 and m.role = 'visitor' order by m.sequence`,
    [turnId],
  );
  return rows.map(toStored);
}

function toStored(row: MessageRow): StoredMessage {
  return {
    message: {
      id: row.id,
      role: row.role,
      content: row.content,
      citations: row.citations ?? [],
      grade: row.grade,
      cached: row.cached,
      ...(row.unverified ? { unverified: true } : {}),
      usage: row.usage,
      agent: row.agent,
      created_at: row.created_at.toISOString(),
    },
    ticketId: row.ticket_id,
    turnId: row.turn_id,
    sequence: row.sequence,
  };
}
