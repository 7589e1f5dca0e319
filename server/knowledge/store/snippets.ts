import { sql } from "kysely";
import type { SnippetListQuery, SnippetState } from "../../../protocol/admin-snippets.ts";
import { countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface Snippet {
  id: string;
  question: string;
  answer: string;
}

/** The author or reviewer of a snippet. */
export interface SnippetPerson {
  id: string;
  name: string;
}

/** A snippet with its ticket and its document. `review_by` is `YYYY-MM-DD`. */
export type SnippetRow = NonNullable<Awaited<ReturnType<typeof findSnippet>>>;

/** True for a live snippet of the table `s` whose review is overdue or due within a week, which leaves enough time to plan it. */
export const isDue = "(s.status = 'live' and s.review_by <= current_date + 7)";
const isDueNow = sql<boolean>`${sql.raw(isDue)}`;

const snippets = query
  .selectFrom("snippets as s")
  .leftJoin("tickets as t", "t.id", "s.ticket_id")
  .leftJoin("documents as d", (join) => join.on("d.source", "=", sql<string>`'snippet:' || s.id::text`))
  .select(["s.id", "s.question", "s.answer", "s.status as state", "s.created_by", "s.author", "s.reviewer"])
  .select(["s.reviewed_at", "t.id as ticket_id", "t.number as ticket_number", "d.id as document_id", "s.created_at"])
  .select(["s.updated_at", sql<string | null>`s.review_by::text`.as("review_by")]);

export function findSnippet(tx: TenantTransaction, id: string) {
  return tx.first(snippets.where("s.id", "=", id));
}

/** Like {@link findSnippet}, and locks the snippet until the transaction ends. */
export function lockSnippet(tx: TenantTransaction, id: string): Promise<SnippetRow | undefined> {
  return tx.first(snippets.where("s.id", "=", id).forUpdate("s"));
}

/** Stores a question and its answer, proposed or already live. */
export async function insertSnippet(
  tx: TenantTransaction,
  snippet: Snippet & { ticketId: string | null; owner: SnippetPerson; isLive: boolean; reviewBy?: string | null },
): Promise<void> {
  const { id, question, answer, ticketId, owner, isLive, reviewBy } = snippet;
  await tx.run(
    query.insertInto("snippets").values({
      tenant_id: tx.tenantId,
      id,
      question,
      answer,
      ticket_id: ticketId,
      created_by: owner.id,
      author: owner.name,
      status: isLive ? "live" : "proposed",
      review_by: reviewBy,
    }),
  );
}

/** Lists snippets, newest first. @param page.before id of the last snippet of the previous page */
export function listSnippets(
  tx: TenantTransaction,
  { state, q, before, limit }: Pick<SnippetListQuery, "state" | "q"> & { before: string | null; limit: number },
): Promise<SnippetRow[]> {
  let found = snippets.orderBy("s.id", "desc").limit(limit);
  if (state === "due") found = found.where(isDueNow);
  else if (state) found = found.where("s.status", "=", state);
  if (q) found = found.where(sql<boolean>`position(lower(${q}) in lower(s.question || ' ' || s.answer)) > 0`);
  if (before !== null) found = found.where("s.id", "<", before);
  return tx.all(found);
}

/** Number of snippets per state, and number of snippets that are due for review. A state without snippets is missing. */
export async function countSnippets(tx: TenantTransaction): Promise<Partial<Record<SnippetState | "due", number>>> {
  const counted = query.selectFrom("snippets as s").select(countAll.as("count"));
  const due = counted.select(sql<SnippetState | "due">`'due'`.as("state")).where(isDueNow);
  const rows = await tx.all(
    counted.select(sql<SnippetState | "due">`s.status`.as("state")).groupBy("s.status").unionAll(due),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Undefined fields keep their value. */
export async function updateSnippetText(
  tx: TenantTransaction,
  id: string,
  {
    question,
    answer,
    reviewBy,
  }: Partial<Pick<Snippet, "question" | "answer">> & { reviewBy?: string | null | undefined },
): Promise<void> {
  const changes = { question, answer, review_by: reviewBy, updated_at: now };
  await tx.run(query.updateTable("snippets").set(changes).where("id", "=", id));
}

/** Stores a reviewer's decision. */
export async function updateSnippetState(
  tx: TenantTransaction,
  id: string,
  { state, reviewer }: { state: SnippetState; reviewer: SnippetPerson },
): Promise<void> {
  const review = { status: state, reviewed_by: reviewer.id, reviewer: reviewer.name, reviewed_at: now };
  await tx.run(
    query
      .updateTable("snippets")
      .set({ ...review, updated_at: now })
      .where("id", "=", id),
  );
}

/** Withdraws the live snippet of a document. Call it before the document is deleted. */
export async function withdrawSnippetOf(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("snippets as s")
      .from("documents as d")
      .set({ status: "withdrawn", updated_at: now })
      .where("d.id", "=", documentId)
      .where("d.source", "=", sql<string>`'snippet:' || s.id::text`)
      .where("s.status", "=", "live"),
  );
}

export async function deleteSnippet(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(query.deleteFrom("snippets").where("id", "=", id));
}
