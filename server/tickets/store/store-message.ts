import { keepPlan } from "../../../db/prepared.ts";
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
  Usage,
} from "../../../protocol/messages.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";
import { searchWords } from "../../core/text/search-words.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type NewEvent, numberEvents, prepareEvents } from "./ticket-events.ts";

/** Where a word stands, by how much that says about the ticket. */
export const wordWeights = { message: 1, file: 2, question: 2, subject: 3 } as const;

/** Words of one ticket and the greatest of their weights. */
export class TicketWords {
  readonly #weights = new Map<string, number>();

  add(text: string, weight: number): this {
    for (const word of searchWords(text, { keepsGrammar: weight > wordWeights.message }))
      this.#weights.set(word, Math.max(weight, this.#weights.get(word) ?? 0));
    return this;
  }

  /** Both in the order of the words, so that two transactions never wait for each other. */
  toArrays(): [words: string[], weights: number[]] {
    const sorted = [...this.#weights].sort(([one], [other]) => (one < other ? -1 : 1));
    return [sorted.map(([word]) => word), sorted.map(([, weight]) => weight)];
  }
}

/** Adds words of a ticket; a word keeps its greatest weight. For a statement that has the tenant, the ticket and both arrays at hand. */
function insertWordsSql(from: string): string {
  return `insert into ticket_terms (tenant_id, ticket_id, term, weight) ${from}
    on conflict (tenant_id, term, ticket_id) do update set weight = excluded.weight where ticket_terms.weight < excluded.weight`;
}

export async function insertTicketWords(tx: TenantTransaction, ticketId: string, words: TicketWords): Promise<void> {
  await tx.query(insertWordsSql("select $1::uuid, $2::uuid, * from unnest($3::text[], $4::smallint[])"), [
    tx.tenantId,
    ticketId,
    ...words.toArrays(),
  ]);
}

export interface MessageToStore {
  id: string;
  /** What its sender calls it, when that is not its id. */
  clientId?: string;
  /** Who answers it, of a visitor's message. */
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
  /** Ids of what is remembered of the visitor that it was written with. */
  memories?: readonly string[];
  /** Told with the message; the caller gives them to it in the same transaction (`giveAttachments`). */
  attachments?: Attachment[];
  /** What tools did for it. */
  tools?: ToolActivity[] | undefined;
  /** Other sections that may help, best first. */
  related?: RelatedSection[] | undefined;
}

interface Around {
  /** Events told before and after the message's own. */
  before?: NewEvent[];
  after?: NewEvent[];
  replacesStream?: boolean;
  /** What the message changes about its ticket; a subject counts only for a ticket that has none. */
  ticket?: { subject?: string; page?: { url?: string; title?: string } };
}

/**
 * Stores a message with its citations, its words and the events around it under consecutive numbers, and counts it on the ticket, in the
 * caller's transaction. One statement, because every round trip is paid for by each answer.
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
  const { rows } = await tx.query<{ base: number }>(storeSql, [
    tx.tenantId,
    message.ticketId,
    JSON.stringify(events),
    JSON.stringify(view),
    message.turnId,
    before.length + 1,
    around.ticket?.subject ?? "",
    around.ticket?.page ? JSON.stringify(around.ticket.page) : null,
    view.content,
    message.id,
    message.addressee ?? null,
    message.clientId ?? null,
    view.content || (view.attachments ?? []).map(({ name }) => name).join(", "),
    ...wordsIn(view, around.ticket?.subject).toArrays(),
  ]);
  const base = rows[0]?.base;
  if (base === undefined) throw new Error("the ticket is gone");
  return { message: view, sequence: base + before.length + 1, events: numberEvents(events, base) };
}

/** The subject is that of the ticket's first message; the statement weighs it as any other word where it was not taken. */
function wordsIn({ content, attachments = [] }: Message, subject = ""): TicketWords {
  const words = new TicketWords().add(content, wordWeights.message).add(subject, wordWeights.subject);
  for (const { name } of attachments) words.add(name, wordWeights.file);
  return words;
}

/** The ticket's row is taken first: numbers are given in the order of commits and without gaps. */
const storeSql = keepPlan(`
with place as (
  update tickets
     set last_sequence = last_sequence + jsonb_array_length($3::jsonb),
         message_count = message_count + 1, indexed_messages = indexed_messages + 1, last_message = left($13, 200), updated_at = now(),
         waiting_since = case $4::jsonb ->> 'role'
           when 'agent' then null
           when 'visitor' then case when owner = 'human' and status in ('pending_human', 'in_progress') then coalesce(waiting_since, now())
                                    else waiting_since end
           else waiting_since end,
         snoozed_until = case when $4::jsonb ->> 'role' = 'visitor' then null else snoozed_until end,
         subject = case when subject = '' then $7 else subject end, page = coalesce($8::jsonb, page)
   where id = $2
  returning last_sequence - jsonb_array_length($3::jsonb) as base, message_count
), given as (
  select * from jsonb_to_record($4::jsonb) as m(role text, citations jsonb, grade jsonb, cached boolean,
                                               unverified boolean, usage jsonb, agent jsonb, tools jsonb, memories jsonb, related jsonb, created_at timestamptz)
), stored as (
  insert into messages (tenant_id, id, client_id, addressee, ticket_id, turn_id, sequence, role, content, grade, cached, usage, agent,
                        unverified, tools, memories, related, created_at)
  select $1, $10, $12, $11, $2, $5, base + $6, role, $9, nullif(grade, 'null'), cached, nullif(usage, 'null'), nullif(agent, 'null'),
         coalesce(unverified, false), coalesce(tools, '[]'), coalesce(memories, '[]'), coalesce(related, '[]'), created_at
    from given, place
), cited as (
  insert into citations (tenant_id, message_id, index, chunk_id, document_id, title, url, page, heading, quote, tool_call_id)
  select $1, $10, c.index, c.chunk_id, c.document_id, c.title, c.url, c.page, c.heading, c.quote, c.tool_call_id
    from given, place, jsonb_to_recordset(given.citations)
      as c(index int, chunk_id uuid, document_id uuid, title text, url text, page int, heading text, quote text, tool_call_id uuid)
), indexed as (
  ${insertWordsSql(`select $1, $2, w.word, case when w.weight = ${wordWeights.subject} and place.message_count > 1 then 1 else w.weight end
    from place, unnest($14::text[], $15::smallint[]) w(word, weight)`)}
), told as (
  insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
  select $1, $2, base + e.place, e.event_id, e.turn_id, e.type, e.payload, e.created_at
    from place, jsonb_to_recordset($3::jsonb)
      as e(place int, event_id uuid, turn_id uuid, type text, payload jsonb, created_at timestamptz)
)
select base::float8 as base from place`);

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
    created_at: new Date().toISOString(),
  };
}
