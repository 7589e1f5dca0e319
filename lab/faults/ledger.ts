import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import type { Session } from "../bench/parley.ts";
import type { Services } from "../bench/services.ts";

/** One message from its sender's view. */
export interface Sending {
  session: Session;
  messageId: string;
  content: string;
  /** The server has acknowledged the message: its answer began. */
  isAcknowledged: boolean;
}

/** Records every sent message, and whether the server acknowledged it. Contents are never sent twice on purpose. */
export class Ledger {
  readonly sendings: Sending[] = [];

  note(sending: Omit<Sending, "isAcknowledged">): Sending {
    const noted = { ...sending, isAcknowledged: false };
    this.sendings.push(noted);
    return noted;
  }

  get acknowledged(): Sending[] {
    return this.sendings.filter(({ isAcknowledged }) => isAcknowledged);
  }
}

const historySchema = z.object({
  messages: z.array(z.object({ id: z.string(), role: z.string(), content: z.string() })),
  active_turn: z.string().nullable(),
});
export type History = z.infer<typeof historySchema>;

/** Reads a ticket as its visitor. @throws Error with the status when the server rejects the request. */
export async function readHistory(api: string, origin: string, session: Session): Promise<History> {
  const headers = { origin, authorization: `Bearer ${session.token}` };
  const response = await fetch(`${api}/chat/history`, { headers, signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`history answered ${response.status}`);
  return historySchema.parse(await response.json());
}

/** Checks one ticket's history over HTTP against the messages sent in it. @returns problems as sentences */
export function compareHistory(sendings: Sending[], { messages }: Pick<History, "messages">): string[] {
  const problems: string[] = [];
  for (const { messageId, content, isAcknowledged } of sendings) {
    const stored = messages.filter((message) => message.role === "visitor" && message.content === content);
    if (isAcknowledged && stored.length === 0) problems.push(`message ${messageId} was acknowledged and is lost`);
    if (stored.length > 1) problems.push(`message ${messageId} is stored ${stored.length} times`);
    if (stored[0] && stored[0].id !== messageId) problems.push(`message ${messageId} is stored under another id`);
  }
  const asked = messages.filter(({ role }) => role === "visitor").length;
  const answered = messages.filter(({ role }) => role === "assistant").length;
  if (answered > asked) problems.push(`${answered} answers to ${asked} messages`);
  return problems;
}

/** Queries that must return no rows; each finds lost or duplicate data. */
const faults: Record<string, string> = {
  "visitor messages stored twice": `select ticket_id, content from messages where role = 'visitor' group by 1, 2 having count(*) > 1`,
  "turns with two answers": `select m.turn_id from messages m join turns t on t.id = m.turn_id
     where m.role = 'assistant' and t.status <> 'escalated' group by 1 having count(*) > 1`,
  "answers of turns that did not end with one": `select m.id from messages m join turns t on t.id = m.turn_id
     where m.role = 'assistant' and t.status in ('failed', 'cancelled', 'running')`,
  "logs with gaps": `select t.id from tickets t left join ticket_events e on e.ticket_id = t.id
     group by t.id, t.last_sequence having count(e.sequence) <> t.last_sequence or coalesce(max(e.sequence), 0) <> t.last_sequence`,
  "messages that were not told exactly once": `select m.id from messages m
     where (select count(*) from ticket_events e where e.ticket_id = m.ticket_id and e.type = 'message'
              and e.payload->'message'->>'id' = coalesce(m.client_id, m.id)::text) <> 1`,
  "turns without an end": `select id from turns where status = 'running'`,
  "ends told twice": `select turn_id from ticket_events where type = 'end' group by 1 having count(*) > 1`,
  "messages that nobody answers": `select m.id from messages m join tickets k on k.id = m.ticket_id
     where m.role = 'visitor' and m.turn_id is null and (m.addressee = 'assistant' or k.owner = 'assistant' and k.status = 'open')`,
};

/** Checks the acknowledged messages and the queries above over SQL. @param superuserUrl can read the rows of all tenants. */
export async function compareStore(superuserUrl: string, acknowledged: Sending[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const problems: string[] = [];
    const { rows } = await client.query<{ id: string }>(
      "select id from messages where coalesce(client_id, id) = any($1::uuid[])",
      [acknowledged.map(({ messageId }) => messageId)],
    );
    if (rows.length < acknowledged.length)
      problems.push(`${acknowledged.length - rows.length} acknowledged messages are lost`);
    for (const [name, sql] of Object.entries(faults)) {
      const found = await client.query(sql);
      if (found.rows.length > 0) problems.push(`${name}: ${found.rows.length}`);
    }
    return problems;
  } finally {
    await client.end();
  }
}

const settleLimitMs = 45_000;

/** Checks the database after every active turn has ended or reached its time limit. */
export async function settledStore({ superuserUrl }: Services, ledger: Ledger): Promise<string[]> {
  const deadline = Date.now() + settleLimitMs;
  for (;;) {
    const problems = await compareStore(superuserUrl, ledger.acknowledged);
    if (problems.length === 0 || Date.now() > deadline) return problems;
    await sleep(1_000);
  }
}
