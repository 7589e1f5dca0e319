import { keepPlan } from "../../../db/prepared.ts";
import type { Attachment } from "../../../protocol/attachments.ts";
import type { AgentRef, Citation, Grade, Message, MessageRole, Usage } from "../../../protocol/messages.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { mayMissForm } from "./form-answers.ts";
import { readRelated } from "./related-sections.ts";

interface MessageRow {
  id: string;
  client_id: string | null;
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
  memories: string[];
  created_at: Date;
  citations: Citation[] | null;
  attachments: Attachment[] | null;
  tools: ToolActivity[];
  related: unknown[];
}

const select = `select m.id, m.client_id, m.ticket_id, m.turn_id, m.sequence::float8 as sequence, m.role, m.content, m.grade, m.cached, m.unverified, m.usage, m.agent, m.tools, m.memories, m.related, m.created_at,
    (select json_agg(json_strip_nulls(json_build_object('index', c.index, 'chunk_id', c.chunk_id, 'document_id', c.document_id, 'title', c.title,
        'url', c.url, 'page', c.page, 'heading', c.heading, 'quote', c.quote, 'tool_call_id', c.tool_call_id)) order by c.index)
       from citations c where c.message_id = m.id and c.tenant_id = m.tenant_id) as citations,
    (select json_agg(json_strip_nulls(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.byte_size, 'width', a.width,
        'height', a.height)) order by a.place)
       from attachments a where a.message_id = m.id and a.tenant_id = m.tenant_id) as attachments
  from messages m`;

export interface StoredMessage {
  /** The row's id; `message.id` is what its sender and its readers call it. */
  id: string;
  message: Message;
  ticketId: string;
  turnId: string | null;
  sequence: number;
}

/** What a new message meets on its ticket. */
export interface MessageContext {
  /** False when its sender has not used its id before; otherwise `findSentMessage` tells. */
  mayBeKnown: boolean;
  /** A turn at work. */
  runningTurnId: string | null;
  /** True when other messages wait for the assistant already. */
  hasPending: boolean;
  /** True when the visitor may have to answer the tenant's form first (`isFormMissing` tells). */
  mayMissForm: boolean;
}

/**
 * The id of a visitor's message as a row: made of the visitor's id and of the one that the client made, so that nobody can use up
 * somebody else's. The first half of a SHA-256, in PostgreSQL's form of a UUID.
 */
const visitorMessageId = (ticketId: string, clientId: string) =>
  `(select left(encode(sha256(convert_to(t.visitor_id::text || ':' || ${clientId}::uuid::text, 'UTF8')), 'hex'), 32)::uuid
      from tickets t where t.id = ${ticketId})`;

/** Messages from before ids were made so have their client's; another visitor's does not count. */
const isVisitorMessage = (ticketId: string, clientId: string) =>
  `(m.id = ${visitorMessageId(ticketId, clientId)}
    or m.id = ${clientId}::uuid and m.client_id is null and exists (
       select 1 from tickets theirs, tickets own
        where theirs.id = m.ticket_id and own.id = ${ticketId} and theirs.visitor_id = own.visitor_id))`;

export async function findMessageContext(
  tx: TenantTransaction,
  ticketId: string,
  clientId: string,
): Promise<MessageContext & { rowId: string }> {
  const { rows } = await tx.query<{
    row_id: string;
    known: boolean;
    running: string | null;
    pending: boolean;
    form: boolean;
  }>(
    // Whose the message of that id is would cost more to plan than all of this; hardly ever is there one.
    keepPlan(`with own as materialized (select ${visitorMessageId("$1", "$2")} as row_id)
     select row_id, exists (select 1 from messages where id = any(array[own.row_id, $2::uuid])) as known,
            exists (select 1 from messages m where m.ticket_id = $1 and m.addressee = 'assistant' and m.turn_id is null) as pending,
            (select id from turns where ticket_id = $1 and status = 'running') as running,
            (select ${mayMissForm} from tickets t where t.id = $1) as form
       from own`),
    [ticketId, clientId],
  );
  const row = rows[0];
  return {
    rowId: row?.row_id ?? clientId,
    mayBeKnown: row?.known ?? false,
    runningTurnId: row?.running ?? null,
    hasPending: row?.pending ?? false,
    mayMissForm: row?.form ?? false,
  };
}

/** The message that the ticket's visitor has sent under an id, on whichever ticket. */
export async function findSentMessage(
  tx: TenantTransaction,
  ticketId: string,
  clientId: string,
): Promise<StoredMessage | undefined> {
  const { rows } = await tx.query<MessageRow>(`${select} where ${isVisitorMessage("$1", "$2")}`, [ticketId, clientId]);
  return rows[0] && toStored(rows[0]);
}

export async function findMessage(tx: TenantTransaction, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await tx.query<MessageRow>(`${select} where m.id = $1`, [id]);
  return rows[0] && toStored(rows[0]);
}

/** The newest messages of a ticket, oldest first: at most a thousand, because one that a program fills must not fill the memory. */
export async function listMessages(tx: TenantTransaction, ticketId: string): Promise<StoredMessage[]> {
  return listMessagesBefore(tx, ticketId, { sequence: Number.MAX_SAFE_INTEGER, limit: 1_000 });
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

/** Mail: visitor messages for the assistant that no turn has taken up yet, oldest first. */
export async function listPending(tx: TenantTransaction, ticketId: string): Promise<StoredMessage[]> {
  const { rows } = await tx.query<MessageRow>(
    `${select} where m.ticket_id = $1 and m.addressee = 'assistant' and m.turn_id is null order by m.sequence`,
    [ticketId],
  );
  return rows.map(toStored);
}

/** Tickets of any tenant with mail and without a turn at work: whoever should have answered is gone. Needs the platform role. */
export async function listForgottenPending(tx: Transaction): Promise<{ tenant_id: string; ticket_id: string }[]> {
  const { rows } = await tx.query<{ tenant_id: string; ticket_id: string }>(
    `select m.tenant_id, m.ticket_id from messages m
      where m.addressee = 'assistant' and m.turn_id is null
        and not exists (select 1 from turns t where t.tenant_id = m.tenant_id and t.ticket_id = m.ticket_id and t.status = 'running')
      group by m.tenant_id, m.ticket_id order by row_number() over (partition by m.tenant_id), m.ticket_id limit 100`,
  );
  return rows;
}

/** Gives all mail of a ticket to its people: the assistant does not have it any more. */
export async function passPendingToTeam(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.query(
    "update messages set addressee = 'human' where ticket_id = $1 and addressee = 'assistant' and turn_id is null",
    [ticketId],
  );
}

/**
 * Makes mail of what the visitor said after a place in the ticket, or since a person's last words, whichever is later, and nobody
 * answered: no turn took it up, or one that a person overtook.
 */
export async function passPendingToAssistant(
  tx: TenantTransaction,
  ticketId: string,
  { after = 0 }: { after?: number } = {},
): Promise<void> {
  await tx.query(
    `update messages m set addressee = 'assistant', turn_id = null
      where m.ticket_id = $1 and m.role = 'visitor'
        and m.sequence > greatest($2, (select max(sequence) from messages where ticket_id = $1 and role = 'agent'))
        and (m.turn_id is null
             or exists (select 1 from turns t where t.id = m.turn_id and t.status = 'cancelled' and t.error_code = 'overtaken'))`,
    [ticketId, after],
  );
}

/** Gives messages to a turn. */
export async function updateMessageTurn(tx: TenantTransaction, messageIds: string[], turnId: string): Promise<void> {
  await tx.query("update messages set turn_id = $2 where id = any($1::uuid[])", [messageIds, turnId]);
}

/** Makes mail again of what a turn had taken up and did not answer. */
export async function returnPending(tx: TenantTransaction, turnId: string): Promise<void> {
  await tx.query(
    "update messages set turn_id = null, addressee = 'assistant' where turn_id = $1 and role = 'visitor'",
    [turnId],
  );
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
    id: row.id,
    message: {
      id: row.client_id ?? row.id,
      role: row.role,
      content: row.content,
      citations: row.citations ?? [],
      grade: row.grade,
      cached: row.cached,
      ...(row.unverified ? { unverified: true } : {}),
      usage: row.usage,
      agent: row.agent,
      ...(row.attachments ? { attachments: row.attachments } : {}),
      ...(row.tools.length > 0 ? { tools: row.tools } : {}),
      ...(row.memories.length > 0 ? { memories: row.memories } : {}),
      ...(row.related.length > 0 ? { related: readRelated(row.related) } : {}),
      created_at: row.created_at.toISOString(),
    },
    ticketId: row.ticket_id,
    turnId: row.turn_id,
    sequence: row.sequence,
  };
}
