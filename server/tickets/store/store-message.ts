import { type RawBuilder, sql } from "kysely";
import type { Attachment } from "../../../protocol/attachments.ts";
import type { StreamEvent } from "../../../protocol/events.ts";
import type {
  AgentRef,
  Citation,
  Grade,
  Message,
  MessageRole,
  Owner,
  RelatedSection,
  ReportNotice,
  Usage,
} from "../../../protocol/messages.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";
import { plainLine } from "../../../ui/markdown/plain-text.ts";
import { searchWords } from "../../core/text/search-words.ts";
import { json } from "../../database/column-types.ts";
import { keep } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type NewEvent, numberEvents, type PreparedEvent, prepareEvents } from "./ticket-events.ts";

/** Weights of words in the search, by their place in the ticket. */
export const wordWeights = { message: 1, file: 2, question: 2, subject: 3 } as const;

/** The words of one ticket, with the highest weight of each. */
export class TicketWords {
  readonly #weights = new Map<string, number>();

  add(text: string, weight: number): this {
    for (const word of searchWords(text, { keepsGrammar: weight > wordWeights.message }))
      this.#weights.set(word, Math.max(weight, this.#weights.get(word) ?? 0));
    return this;
  }

  /** A relation of words and weights. Sorted, so that two transactions never wait for each other. */
  asRows(): RawBuilder<unknown> {
    const sorted = [...this.#weights].sort(([one], [other]) => (one < other ? -1 : 1));
    return sql`unnest(${sorted.map(([word]) => word)}::text[], ${sorted.map(([, weight]) => weight)}::smallint[])`;
  }
}

/** Adds words to a ticket; a word keeps its highest weight. */
const insertWords = (rows: RawBuilder<unknown>) => sql`
  insert into ticket_terms (tenant_id, ticket_id, term, weight) ${rows}
  on conflict (tenant_id, term, ticket_id) do update set weight = excluded.weight where ticket_terms.weight < excluded.weight`;

export async function insertTicketWords(tx: TenantTransaction, ticketId: string, words: TicketWords): Promise<void> {
  await tx.run(insertWords(sql`select ${tx.tenantId}::uuid, ${ticketId}::uuid, * from ${words.asRows()}`));
}

/** Adds the search terms of a ticket's new question and subject. */
export async function indexNewWords(
  tx: TenantTransaction,
  ticketId: string,
  { question, subject }: { question?: string | null; subject?: string },
): Promise<void> {
  if (!question && !subject) return;
  const words = new TicketWords().add(question ?? "", wordWeights.question).add(subject ?? "", wordWeights.subject);
  await insertTicketWords(tx, ticketId, words);
}

export interface MessageToStore {
  id: string;
  /** The sender's id of the message, if it is not `id`. */
  clientId?: string;
  /** Who answers a visitor's message. */
  addressee?: Owner;
  ticketId: string;
  turnId: string | null;
  role: MessageRole;
  content: string;
  citations?: Citation[];
  grade?: Grade | null;
  cached?: boolean;
  unverified?: boolean;
  usage?: Usage | null;
  agent?: AgentRef | null;
  /** Ids of the memories about the visitor that the answer used. */
  memories?: readonly string[];
  /** Sent with the message; the caller adds them to it in the same transaction (`updateAttachmentsMessage`). */
  attachments?: Attachment[];
  /** Tool calls for the answer. */
  tools?: ToolActivity[] | undefined;
  /** Other sections that may help, best first. */
  related?: RelatedSection[] | undefined;
  /** The outcome of the visitor's report that the message is about. */
  report?: ReportNotice;
}

interface Around {
  /** Events to store before and after the message's own event. */
  before?: NewEvent[];
  after?: NewEvent[];
  replacesStream?: boolean;
  /** Changes of the ticket. A subject is stored only if the ticket has none. `keepsPreview`: lists go on showing the message before. */
  ticket?: { subject?: string; page?: { url?: string; title?: string }; keepsPreview?: boolean };
}

/**
 * Stores a message with its citations, its search terms and the events around it under consecutive numbers, and counts it in the ticket, in
 * the caller's transaction. An agent's reply makes the ticket wait for the visitor, whose next message makes it wait for an agent again.
 * One statement, because each answer pays for every round trip.
 * @returns `sequence`: the number of the message's own event.
 */
export async function storeMessage(
  tx: TenantTransaction,
  message: MessageToStore,
  around: Around = {},
): Promise<{ message: Message; sequence: number; events: StreamEvent[] }> {
  const before = around.before ?? [];
  const view = toMessage(message);
  const own: NewEvent = {
    type: "message",
    turnId: message.turnId,
    payload: { message: view, ...(around.replacesStream ? { replaces_stream: true } : {}) },
  };
  const events = prepareEvents([...before, own, ...(around.after ?? [])]);
  const place = before.length + 1;
  const row = await tx.first(storing(tx.tenantId, message, { view, events, place, ticket: around.ticket ?? {} }));
  if (!row) throw new Error("the ticket is gone");
  return { message: view, sequence: row.base + place, events: numberEvents(events, row.base) };
}

/** Gives the subject its weight; the statement lowers it when the ticket already had a subject. */
function wordsIn({ content, attachments = [] }: Message, subject = ""): TicketWords {
  const words = new TicketWords().add(content, wordWeights.message).add(subject, wordWeights.subject);
  for (const { name } of attachments) words.add(name, wordWeights.file);
  return words;
}

interface Storing {
  view: Message;
  events: PreparedEvent[];
  /** Place of the message's own event among the events. */
  place: number;
  ticket: NonNullable<Around["ticket"]>;
}

/** An agent's reply makes the ticket wait for its visitor; the visitor's message makes it wait for its agent, or for the team. */
const statusAfter = (role: MessageRole) => sql`case ${role}::text || ' ' || status
  when 'agent in_progress' then 'pending_visitor'
  when 'visitor pending_visitor' then case when assignee is null then 'pending_human' else 'in_progress' end
  else status end`;

/** Limit of a preview in lists, in characters, and of the text that it is made of. */
const maxPreviewChars = 200;
const maxPreviewSource = 1_000;

/** A message on one line, without Markdown and citation marks; otherwise its files. */
function previewOf({ content, citations = [], attachments = [] }: Message): string {
  const start = content.slice(0, maxPreviewSource);
  const line = plainLine(start, { dropsMarks: citations.length > 0 }) || start.trim();
  const preview = line || attachments.map(({ name }) => name).join(", ");
  return preview.slice(0, maxPreviewChars).toWellFormed();
}

/** The statement. It locks the ticket's row first, so that numbers follow the order of commits without gaps. */
function storing(
  tenantId: string,
  { id, clientId, addressee, ticketId, turnId }: MessageToStore,
  { view, events, place, ticket: { subject = "", page, keepsPreview } }: Storing,
): RawBuilder<{ base: number }> {
  const { role, content } = view;
  const preview = keepsPreview ? null : previewOf(view);
  const count = sql`${events.length}::int`;
  return keep(sql<{ base: number }>`
with place as (
  update tickets
     set last_sequence = last_sequence + ${count}, message_count = message_count + 1, indexed_messages = indexed_messages + 1,
         last_message = coalesce(${preview}::text, last_message), updated_at = now(),
         waiting_since = case ${role}::text
           when 'agent' then null
           when 'visitor' then case when owner = 'human' and status in ('pending_human', 'in_progress', 'pending_visitor') then coalesce(waiting_since, now())
                                    else waiting_since end
           else waiting_since end,
         status = ${statusAfter(role)},
         snoozed_until = case when ${role}::text = 'visitor' then null else snoozed_until end,
         subject = case when subject = '' then ${subject} else subject end, page = coalesce(${page ? json(page) : null}::jsonb, page)
   where id = ${ticketId}
  returning last_sequence - ${count} as base, subject
), given as (
  select * from jsonb_to_record(${json(view)}::jsonb) as m(role text, citations jsonb, grade jsonb, cached boolean,
    unverified boolean, usage jsonb, agent jsonb, tools jsonb, memories jsonb, related jsonb, report jsonb, created_at timestamptz)
), stored as (
  insert into messages (tenant_id, id, client_id, addressee, ticket_id, turn_id, sequence, role, content, grade, cached, usage, agent,
                        unverified, tools, memories, related, report, created_at)
  select ${tenantId}, ${id}, ${clientId ?? null}, ${addressee ?? null}, ${ticketId}, ${turnId}, base + ${place}::int, role, ${content},
         nullif(grade, 'null'), cached, nullif(usage, 'null'), nullif(agent, 'null'),
         coalesce(unverified, false), coalesce(tools, '[]'), coalesce(memories, '[]'), coalesce(related, '[]'), report, created_at
    from given, place
), cited as (
  insert into citations (tenant_id, message_id, index, chunk_id, document_id, title, url, page, heading, quote, tool_call_id)
  select ${tenantId}, ${id}, c.index, c.chunk_id, c.document_id, c.title, c.url, c.page, c.heading, c.quote, c.tool_call_id
    from given, place, jsonb_to_recordset(given.citations)
      as c(index int, chunk_id uuid, document_id uuid, title text, url text, page int, heading text, quote text, tool_call_id uuid)
), indexed as (
  ${insertWords(sql`
    select ${tenantId}, ${ticketId}, w.word, case when w.weight = ${sql.lit(wordWeights.subject)} and place.subject <> ${subject} then 1 else w.weight end
      from place, ${wordsIn(view, subject).asRows()} w(word, weight)`)}
), told as (
  insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
  select ${tenantId}, ${ticketId}, base + e.place, e.event_id, e.turn_id, e.type, e.payload, e.created_at
    from place, jsonb_to_recordset(${json(events)}::jsonb)
      as e(place int, event_id uuid, turn_id uuid, type text, payload jsonb, created_at timestamptz)
)
select base from place`);
}

function toMessage(message: MessageToStore): Message {
  return {
    id: message.clientId ?? message.id,
    role: message.role,
    content: message.content,
    citations: message.citations ?? [],
    grade: message.grade ?? null,
    cached: message.cached ?? false,
    ...(message.unverified ? { unverified: true } : {}),
    usage: message.usage ?? null,
    agent: message.agent ?? null,
    ...(message.memories?.length ? { memories: [...message.memories] } : {}),
    ...(message.attachments?.length ? { attachments: message.attachments } : {}),
    ...(message.tools?.length ? { tools: message.tools } : {}),
    ...(message.related?.length ? { related: message.related } : {}),
    ...(message.report ? { report: message.report } : {}),
    created_at: new Date().toISOString(),
  };
}
