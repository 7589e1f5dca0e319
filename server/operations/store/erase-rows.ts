import { deleteMemoriesFrom } from "../../assistant/store/memories.ts";
import { countCascade } from "../../database/cascades.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { deleteTickets, listRunningTurns } from "./deletions.ts";
import type { Counts } from "./erasures.ts";

/** One of a visitor's names. An address is nobody's alone: everybody who goes by it is meant. */
export type VisitorName = { id: string } | { externalId: string } | { email: string };

/** Visitors of one call; more than that go by an address where a form asks for one without a check. */
export const visitorBatch = 1_000;

/** One batch of the visitors who go by a name, in the order of their ids, behind the id `after`. */
export async function listVisitorsNamed(
  tx: TenantTransaction,
  by: VisitorName,
  after: string | null = null,
): Promise<{ id: string; email: string | null }[]> {
  const [column, value] =
    "id" in by
      ? ["id::text", by.id]
      : "externalId" in by
        ? ["external_id", by.externalId]
        : ["lower(email)", by.email.toLowerCase()];
  const { rows } = await tx.query<{ id: string; email: string | null }>(
    `select id, email from visitors where ${column} = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [value, after, visitorBatch],
  );
  return rows;
}

export async function isThere(tx: TenantTransaction, table: "tickets" | "documents", id: string): Promise<boolean> {
  const { rowCount } = await tx.query(`select from ${table} where id = $1`, [id]);
  return rowCount === 1;
}

export async function listTicketsOfTarget(
  tx: TenantTransaction,
  { visitors, tickets }: { visitors: string[]; tickets: string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from tickets where visitor_id = any($1::uuid[]) or id = any($2::uuid[])",
    [visitors, tickets],
  );
  return rows.map(({ id }) => id);
}

/** Some of these visitors' tickets, or of these tickets, held until the transaction ends; and the turns at work on them. */
export async function lockSome(
  tx: TenantTransaction,
  { visitors, tickets, limit }: { visitors: string[]; tickets: string[]; limit: number },
): Promise<{ ids: string[]; running: string[] }> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from tickets where visitor_id = any($1::uuid[]) or id = any($2::uuid[]) order by id limit $3 for update`,
    [visitors, tickets, limit],
  );
  const ids = rows.map(({ id }) => id);
  return { ids, running: await listRunningTurns(tx, ids) };
}

/**
 * Removes tickets and what was made from them: what hangs on them, the jobs that were to work on them, snippets that somebody kept from
 * them with their documents, questions that are kept to be asked again, and gaps of which no question is left; a gap that has others is their mean from now on.
 */
export async function eraseTickets(
  tx: TenantTransaction,
  ids: string[],
): Promise<{ counts: Counts; documents: string[] }> {
  const counts = await countCascade(tx, "tickets", ids);
  const gaps = await tx.query<{ id: string }>(
    "select distinct gap_id as id from gap_questions where ticket_id = any($1::uuid[]) and gap_id is not null",
    [ids],
  );
  const snippets = await eraseSnippets(tx, ids);
  // What was read in a ticket goes with it when that is erased on purpose; retention alone leaves it.
  const memories = await deleteMemoriesFrom(tx, ids);
  const questions = await tx.query("delete from regression_questions where ticket_id = any($1::uuid[])", [ids]);
  const jobs = await tx.query("select id from jobs where target_id = any($1::uuid[])", [ids]);
  await deleteTickets(tx, ids);
  add(counts, {
    ...snippets.counts,
    jobs: jobs.rowCount ?? 0,
    memories,
    regression_questions: questions.rowCount ?? 0,
  });
  add(counts, {
    gaps: await mendGaps(
      tx,
      gaps.rows.map(({ id }) => id),
    ),
  });
  return { counts, documents: snippets.documents };
}

/** Visitors without tickets, with what is noted of their addresses. */
export async function eraseVisitors(
  tx: TenantTransaction,
  { visitors, addresses }: { visitors: string[]; addresses: string[] },
): Promise<Counts> {
  const counts = await countCascade(tx, "visitors", visitors);
  const jobs = await tx.query("delete from jobs where target_id = any($1::uuid[])", [visitors]);
  await tx.query("delete from visitors where id = any($1::uuid[])", [visitors]);
  const free = "not exists (select from visitors o where lower(o.email) = $ADDRESS)";
  const stops = await tx.query(
    `delete from email_suppressions where address = any($1) and ${free.replace("$ADDRESS", "email_suppressions.address")}`,
    [addresses],
  );
  const emails = await tx.query(
    `delete from outgoing_emails where lower(recipient) = any($1) and ${free.replace("$ADDRESS", "lower(outgoing_emails.recipient)")}`,
    [addresses],
  );
  add(counts, {
    jobs: jobs.rowCount ?? 0,
    email_suppressions: stops.rowCount ?? 0,
    outgoing_emails: emails.rowCount ?? 0,
  });
  return counts;
}

/** A document, and where its words stand as a source: citations, and drafts that nobody has sent. What visitors were told stays. */
export async function eraseDocument(tx: TenantTransaction, id: string): Promise<Counts> {
  const counts = await countCascade(tx, "documents", [id]);
  const cited = await tx.query<{ message_id: string }>(
    "delete from citations where document_id = $1 returning message_id",
    [id],
  );
  await tx.query(
    `update ticket_events e set payload = jsonb_set(e.payload, '{message,citations}', '[]')
       from messages m where m.id = any($1::uuid[]) and e.ticket_id = m.ticket_id and e.payload -> 'message' ->> 'id' = m.id::text`,
    [cited.rows.map(({ message_id }) => message_id)],
  );
  const drafts = await tx.query(
    `update tickets set draft = null, undo = null where draft is not null and exists
       (select from jsonb_path_query(draft, '$.**.chunk_id') c join chunks k on k.id::text = c #>> '{}' where k.document_id = $1)`,
    [id],
  );
  await tx.query("update gaps set answered = null where answered ->> 'document_id' = $1", [id]);
  await tx.query("delete from documents where id = $1", [id]);
  add(counts, { citations: cited.rowCount ?? 0, drafts: drafts.rowCount ?? 0 });
  return counts;
}

async function eraseSnippets(
  tx: TenantTransaction,
  tickets: string[],
): Promise<{ counts: Counts; documents: string[] }> {
  const { rows } = await tx.query<{ id: string }>(
    "select d.id from snippets s join documents d on d.source = 'snippet:' || s.id::text where s.ticket_id = any($1::uuid[])",
    [tickets],
  );
  const counts: Counts = {};
  const documents = rows.map(({ id }) => id);
  for (const id of documents) add(counts, await eraseDocument(tx, id));
  await tx.query("delete from jobs where target_id in (select id from snippets where ticket_id = any($1::uuid[]))", [
    tickets,
  ]);
  const snippets = await tx.query("delete from snippets where ticket_id = any($1::uuid[])", [tickets]);
  add(counts, { snippets: snippets.rowCount ?? 0 });
  return { counts, documents };
}

/** How many gaps are gone. */
async function mendGaps(tx: TenantTransaction, ids: string[]): Promise<number> {
  const { rowCount } = await tx.query(
    "delete from gaps g where id = any($1::uuid[]) and not exists (select from gap_questions q where q.gap_id = g.id)",
    [ids],
  );
  await tx.query(
    `update gaps g set question_count = (select count(*) from gap_questions q where q.gap_id = g.id),
            centroid = (select array_agg(mean order by place)::real[] from
                         (select place, avg(value) as mean from gap_questions q, unnest(q.embedding) with ordinality v(value, place)
                           where q.gap_id = g.id and q.model = g.model group by place) means)
      where id = any($1::uuid[])`,
    [ids],
  );
  return rowCount ?? 0;
}

/** Adds counts to others; nothing of nothing is left out. */
export function add(counts: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) if (count > 0) counts[name] = (counts[name] ?? 0) + count;
}
