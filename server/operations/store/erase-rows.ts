import { type RawBuilder, type SqlBool, sql } from "kysely";
import { deleteMemoriesFrom } from "../../assistant/store/memories.ts";
import { countCascade } from "../../database/cascades.ts";
import type { JsonText } from "../../database/column-types.ts";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { deleteTickets, listRunningTurns } from "./deletions.ts";
import type { Counts } from "./erasures.ts";

/** A name of visitors. Several visitors may have one e-mail address. */
export type VisitorName = { id: string } | { externalId: string } | { email: string };

/** Visitors per call. An address can have more, because a form accepts an address without verifying it. */
export const visitorBatch = 1_000;

/** One batch of the visitors with a name, in the order of their ids, after the id `after`. */
export function listVisitorsNamed(
  tx: TenantTransaction,
  by: VisitorName,
  after: string | null = null,
): Promise<{ id: string; email: string | null }[]> {
  const isNamed =
    "id" in by
      ? sql<SqlBool>`id::text = ${by.id}`
      : "externalId" in by
        ? sql<SqlBool>`external_id = ${by.externalId}`
        : sql<SqlBool>`lower(email) = ${by.email.toLowerCase()}`;
  const found = query.selectFrom("visitors").select(["id", "email"]).where(isNamed).orderBy("id").limit(visitorBatch);
  return tx.all(after === null ? found : found.where("id", ">", after));
}

export async function isThere(tx: TenantTransaction, table: "tickets" | "documents", id: string): Promise<boolean> {
  return (await tx.first(query.selectFrom(table).select("id").where("id", "=", id))) !== undefined;
}

interface SomeTickets {
  visitors: string[];
  tickets: string[];
}

const ticketsOf = ({ visitors, tickets }: SomeTickets) =>
  query
    .selectFrom("tickets")
    .select("id")
    .where(({ eb, or }) => or([eb("visitor_id", "=", anyOf(visitors)), eb("id", "=", anyOf(tickets))]));

export async function listTicketsOfTarget(tx: TenantTransaction, target: SomeTickets): Promise<string[]> {
  return (await tx.all(ticketsOf(target))).map(({ id }) => id);
}

/** Locks some of these tickets and of these visitors' tickets. @returns their ids, and those of their running turns. */
export async function lockSome(
  tx: TenantTransaction,
  { limit, ...target }: SomeTickets & { limit: number },
): Promise<{ ids: string[]; running: string[] }> {
  const rows = await tx.all(ticketsOf(target).orderBy("id").limit(limit).forUpdate());
  const ids = rows.map(({ id }) => id);
  return { ids, running: await listRunningTurns(tx, ids) };
}

/**
 * Deletes tickets and everything made from them: rows that refer to them, their jobs, snippets with their documents, memories, regression
 * questions, and gaps without another question. Other gaps get the mean of their remaining questions.
 */
export async function eraseTickets(
  tx: TenantTransaction,
  ids: string[],
): Promise<{ counts: Counts; documents: string[] }> {
  const counts = await countCascade(tx, "tickets", ids);
  const gaps = await tx.all(
    query
      .selectFrom("gap_questions")
      .select("gap_id")
      .distinct()
      .where("ticket_id", "=", anyOf(ids))
      .where("gap_id", "is not", null)
      .$narrowType<{ gap_id: string }>(),
  );
  const snippets = await eraseSnippets(tx, ids);
  // Retention keeps memories of a ticket; an erasure does not.
  const memories = await deleteMemoriesFrom(tx, ids);
  const questions = await tx.run(query.deleteFrom("regression_questions").where("ticket_id", "=", anyOf(ids)));
  const jobs = await tx.all(query.selectFrom("jobs").select("id").where("target_id", "=", anyOf(ids)));
  await deleteTickets(tx, ids);
  add(counts, { ...snippets.counts, jobs: jobs.length, memories, regression_questions: questions });
  const gapIds = gaps.map(({ gap_id }) => gap_id);
  add(counts, { gaps: await mendGaps(tx, gapIds) });
  return { counts, documents: snippets.documents };
}

/** Deletes visitors without tickets, and rows about their addresses. */
export async function eraseVisitors(
  tx: TenantTransaction,
  { visitors, addresses }: { visitors: string[]; addresses: string[] },
): Promise<Counts> {
  const counts = await countCascade(tx, "visitors", visitors);
  const jobs = await tx.run(query.deleteFrom("jobs").where("target_id", "=", anyOf(visitors)));
  await tx.run(query.deleteFrom("visitors").where("id", "=", anyOf(visitors)));
  // Rows about an address stay while another visitor has it.
  const isFree = (address: RawBuilder<string>) =>
    sql<SqlBool>`${address} = ${anyOf(addresses, "text")} and not exists (select from visitors o where lower(o.email) = ${address})`;
  const stops = await tx.run(query.deleteFrom("email_suppressions as s").where(isFree(sql`s.address`)));
  const emails = await tx.run(query.deleteFrom("outgoing_emails as e").where(isFree(sql`lower(e.recipient)`)));
  add(counts, { jobs, email_suppressions: stops, outgoing_emails: emails });
  return counts;
}

/**
 * Deletes a document, its citations, and drafts with its text that were not sent. Answers that visitors have received stay.
 */
export async function eraseDocument(tx: TenantTransaction, id: string): Promise<Counts> {
  const counts = await countCascade(tx, "documents", [id]);
  const cited = await tx.all(query.deleteFrom("citations").where("document_id", "=", id).returning("message_id"));
  const messageIds = cited.map(({ message_id }) => message_id);
  await tx.run(
    query
      .updateTable("ticket_events as e")
      .from("messages as m")
      .set({ payload: sql<JsonText>`jsonb_set(e.payload, '{message,citations}', '[]')` })
      .where("m.id", "=", anyOf(messageIds))
      .whereRef("e.ticket_id", "=", "m.ticket_id")
      .where(sql<SqlBool>`e.payload -> 'message' ->> 'id' = m.id::text`),
  );
  const drafts = await tx.run(
    query
      .updateTable("tickets")
      .set({ draft: null, undo: null })
      .where("draft", "is not", null)
      .where(sql<SqlBool>`exists (
        select from jsonb_path_query(draft, '$.**.chunk_id') c join chunks k on k.id::text = c #>> '{}' where k.document_id = ${id})`),
  );
  await tx.run(query.updateTable("gaps").set({ answered: null }).where(sql`answered ->> 'document_id'`, "=", id));
  await tx.run(query.deleteFrom("documents").where("id", "=", id));
  add(counts, { citations: cited.length, drafts });
  return counts;
}

async function eraseSnippets(
  tx: TenantTransaction,
  tickets: string[],
): Promise<{ counts: Counts; documents: string[] }> {
  const rows = await tx.all(
    query
      .selectFrom("snippets as s")
      .innerJoin("documents as d", (join) => join.on("d.source", "=", sql<string>`'snippet:' || s.id::text`))
      .select("d.id")
      .where("s.ticket_id", "=", anyOf(tickets)),
  );
  const counts: Counts = {};
  const documents = rows.map(({ id }) => id);
  for (const id of documents) add(counts, await eraseDocument(tx, id));
  const own = query.selectFrom("snippets").select("id").where("ticket_id", "=", anyOf(tickets));
  await tx.run(query.deleteFrom("jobs").where("target_id", "in", own));
  const snippets = await tx.run(query.deleteFrom("snippets").where("ticket_id", "=", anyOf(tickets)));
  add(counts, { snippets });
  return { counts, documents };
}

/** Deletes gaps without a question, and counts the others again. @returns the number of deleted gaps. */
async function mendGaps(tx: TenantTransaction, ids: string[]): Promise<number> {
  const deleted = await tx.run(
    query
      .deleteFrom("gaps as g")
      .where("g.id", "=", anyOf(ids))
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom("gap_questions as q").select("q.turn_id").whereRef("q.gap_id", "=", "g.id"))),
      ),
  );
  await tx.run(sql`
    update gaps g set question_count = (select count(*) from gap_questions q where q.gap_id = g.id),
           centroid = (select array_agg(mean order by place)::real[] from
                        (select place, avg(value) as mean from gap_questions q, unnest(q.embedding) with ordinality v(value, place)
                          where q.gap_id = g.id and q.model = g.model group by place) means)
     where id = ${anyOf(ids)}`);
  return deleted;
}

/** Adds numbers to others, without zeros. */
export function add(counts: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) if (count > 0) counts[name] = (counts[name] ?? 0) + count;
}
