import { type InferResult, sql } from "kysely";
import type { Attachment } from "../../../protocol/attachments.ts";
import type { AgentRef, Citation, Grade, Message, ReportNotice, Usage } from "../../../protocol/messages.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";
import { anyOf, keep, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { mayMissForm } from "./form-answers.ts";
import { readRelated } from "./related-sections.ts";

const citations = sql<Citation[] | null>`(
  select json_agg(json_strip_nulls(json_build_object('index', c.index, 'chunk_id', c.chunk_id, 'document_id', c.document_id,
           'title', c.title, 'url', c.url, 'page', c.page, 'heading', c.heading, 'quote', c.quote, 'tool_call_id', c.tool_call_id))
         order by c.index)
    from citations c where c.message_id = m.id and c.tenant_id = m.tenant_id)`;
const attachments = sql<Attachment[] | null>`(
  select json_agg(json_strip_nulls(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.byte_size,
           'width', a.width, 'height', a.height))
         order by a.place)
    from attachments a where a.message_id = m.id and a.tenant_id = m.tenant_id)`;

/** Not parsed: every reader of a ticket loads many messages, and only `storeMessage` writes these columns. */
interface JsonColumns {
  grade: Grade | null;
  usage: Usage | null;
  agent: AgentRef | null;
  tools: ToolActivity[];
  memories: string[];
  related: unknown[];
  report: ReportNotice | null;
}

const messages = query
  .selectFrom("messages as m")
  .select([
    "m.id",
    "m.client_id",
    "m.ticket_id",
    "m.turn_id",
    "m.sequence",
    "m.role",
    "m.content",
    "m.grade",
    "m.cached",
    "m.unverified",
    "m.usage",
    "m.agent",
    "m.tools",
    "m.memories",
    "m.related",
    "m.report",
    "m.created_at",
    citations.as("citations"),
    attachments.as("attachments"),
  ])
  .$narrowType<JsonColumns>();
type MessageRow = InferResult<typeof messages>[number];

export interface StoredMessage {
  /** The row's id; `message.id` is the id that its sender and its readers use. */
  id: string;
  message: Message;
  ticketId: string;
  turnId: string | null;
  sequence: number;
}

/** State of a ticket when a new message arrives. */
export interface MessageContext {
  /** The visitor has already sent a message with this id. */
  isKnown: boolean;
  runningTurnId: string | null;
  /** True when other messages wait for the assistant. */
  hasPending: boolean;
  /** True when the visitor may have to complete the tenant's form first (`isFormMissing` decides). */
  mayMissForm: boolean;
}

/**
 * The id of a visitor's message as a row: the first half of a SHA-256 over the visitor's id and the client's id, as a UUID, so that nobody
 * can use up another visitor's ids.
 */
export const visitorMessageId = (ticketId: string, clientId: string) => sql<string>`(
  select left(encode(sha256(convert_to(t.visitor_id::text || ':' || ${clientId}::uuid::text, 'UTF8')), 'hex'), 32)::uuid
    from tickets t where t.id = ${ticketId})`;

export async function findMessageContext(
  tx: TenantTransaction,
  ticketId: string,
  clientId: string,
): Promise<MessageContext & { rowId: string }> {
  const row = await tx.first(
    keep(sql<MessageContext & { rowId: string | null }>`
      with own as materialized (select ${visitorMessageId(ticketId, clientId)} as row_id)
      select row_id as "rowId",
             exists (select 1 from messages where id = own.row_id) as "isKnown",
             exists (select 1 from messages m where m.ticket_id = ${ticketId} and m.addressee = 'assistant' and m.turn_id is null) as "hasPending",
             (select id from turns where ticket_id = ${ticketId} and status = 'running') as "runningTurnId",
             coalesce((select ${mayMissForm} from tickets t where t.id = ${ticketId}), false) as "mayMissForm"
        from own`),
  );
  if (!row) throw new Error("the context of a message has no row");
  return { ...row, rowId: row.rowId ?? clientId };
}

/** The message that the ticket's visitor sent under an id, in any ticket. */
export async function findSentMessage(
  tx: TenantTransaction,
  ticketId: string,
  clientId: string,
): Promise<StoredMessage | undefined> {
  const row = await tx.first(messages.where("m.id", "=", visitorMessageId(ticketId, clientId)));
  return row && toStored(row);
}

export async function findMessage(tx: TenantTransaction, id: string): Promise<StoredMessage | undefined> {
  const row = await tx.first(messages.where("m.id", "=", id));
  return row && toStored(row);
}

/** The newest thousand messages of a ticket, oldest first; a program could fill a ticket with more than the memory holds. */
export async function listMessages(tx: TenantTransaction, ticketId: string): Promise<StoredMessage[]> {
  return listMessagesBefore(tx, ticketId, { sequence: Number.MAX_SAFE_INTEGER, limit: 1_000 });
}

/** The newest `limit` messages before a number of the ticket's log, oldest first. */
export async function listMessagesBefore(
  tx: TenantTransaction,
  ticketId: string,
  { sequence, limit }: { sequence: number; limit: number },
): Promise<StoredMessage[]> {
  const earlier = messages.where("m.ticket_id", "=", ticketId).where("m.sequence", "<", sequence);
  return (await tx.all(earlier.orderBy("m.sequence", "desc").limit(limit))).map(toStored).reverse();
}

/** Pending messages, oldest first. */
export async function listPending(tx: TenantTransaction, ticketId: string): Promise<StoredMessage[]> {
  const pending = messages
    .where("m.ticket_id", "=", ticketId)
    .where("m.addressee", "=", "assistant")
    .where("m.turn_id", "is", null);
  return (await tx.all(pending.orderBy("m.sequence"))).map(toStored);
}

/**
 * Tickets of all tenants with pending messages and without a running turn, because the process that should have answered is gone: the first
 * of each tenant, then the second of each. Needs the platform role.
 */
export function listForgottenPending(tx: Transaction): Promise<{ tenant_id: string; ticket_id: string }[]> {
  return tx.all(sql<{ tenant_id: string; ticket_id: string }>`
    select m.tenant_id, m.ticket_id from messages m
     where m.addressee = 'assistant' and m.turn_id is null
       and not exists (select 1 from turns t where t.tenant_id = m.tenant_id and t.ticket_id = m.ticket_id and t.status = 'running')
     group by m.tenant_id, m.ticket_id order by row_number() over (partition by m.tenant_id), m.ticket_id limit 100`);
}

/** Passes all pending messages of a ticket to the team, because the assistant no longer owns it. */
export async function passPendingToTeam(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("messages")
      .set({ addressee: "human" })
      .where("ticket_id", "=", ticketId)
      .where("addressee", "=", "assistant")
      .where("turn_id", "is", null),
  );
}

/**
 * Makes the visitor's messages pending that came after a number of the log and after the last agent message, if nobody answered them: no
 * turn took them, or an agent overtook the turn.
 */
export async function passPendingToAssistant(
  tx: TenantTransaction,
  ticketId: string,
  { after = 0 }: { after?: number } = {},
): Promise<void> {
  await tx.run(sql`
    update messages m set addressee = 'assistant', turn_id = null
     where m.ticket_id = ${ticketId} and m.role = 'visitor'
       and m.sequence > greatest(${after}::bigint, (select max(sequence) from messages where ticket_id = ${ticketId} and role = 'agent'))
       and (m.turn_id is null
            or exists (select 1 from turns t where t.id = m.turn_id and t.status = 'cancelled' and t.error_code = 'overtaken'))`);
}

/** Assigns messages to a turn. */
export async function updateMessageTurn(tx: TenantTransaction, messageIds: string[], turnId: string): Promise<void> {
  await tx.run(query.updateTable("messages").set({ turn_id: turnId }).where("id", "=", anyOf(messageIds)));
}

/** Makes the messages pending again that a turn took and did not answer. */
export async function returnPending(tx: TenantTransaction, turnId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("messages")
      .set({ turn_id: null, addressee: "assistant" })
      .where("turn_id", "=", turnId)
      .where("role", "=", "visitor"),
  );
}

/** The visitor messages that a turn answers, oldest first. */
export async function listTurnQuestions(tx: TenantTransaction, turnId: string): Promise<StoredMessage[]> {
  const questions = messages.where("m.turn_id", "=", turnId).where("m.role", "=", "visitor");
  return (await tx.all(questions.orderBy("m.sequence"))).map(toStored);
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
      ...(row.report ? { report: row.report } : {}),
      created_at: row.created_at.toISOString(),
    },
    ticketId: row.ticket_id,
    turnId: row.turn_id,
    sequence: row.sequence,
  };
}
