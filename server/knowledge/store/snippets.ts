import type { SnippetListQuery, SnippetState } from "../../../protocol/admin-snippets.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface Snippet {
  id: string;
  question: string;
  answer: string;
}

/** Who keeps a snippet or decides about it. */
export interface SnippetPerson {
  id: string;
  name: string;
}

export interface SnippetRow extends Snippet {
  state: SnippetState;
  created_by: string;
  author: string | null;
  reviewer: string | null;
  reviewed_at: Date | null;
  ticket_id: string | null;
  ticket_number: number | null;
  /** `YYYY-MM-DD`. */
  review_by: string | null;
  document_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Of the table as `s`. A status of the previous version says less: `retired` is what was live once, or never. */
export const snippetStateOf = `case s.status when 'draft' then 'proposed' when 'published' then 'live'
    else case when s.published_at is null then 'rejected' else 'withdrawn' end end`;

/** Live, and to be looked at within a week or since longer; of the table as `s`. A week is time enough to plan it. */
export const isDue = "(s.status = 'published' and s.review_by <= current_date + 7)";

const select = `select s.id, s.question, s.answer, ${snippetStateOf} as state, s.created_by, s.author, s.reviewer, s.reviewed_at,
    t.id as ticket_id, t.number as ticket_number, s.review_by::text, d.id as document_id, s.created_at, coalesce(s.updated_at, s.created_at) as updated_at
  from snippets s
  left join tickets t on t.tenant_id = s.tenant_id and t.id = s.ticket_id
  left join documents d on d.tenant_id = s.tenant_id and d.source = 'snippet:' || s.id::text`;

export async function findSnippet(tx: TenantTransaction, id: string): Promise<SnippetRow | undefined> {
  const { rows } = await tx.query<SnippetRow>(`${select} where s.id = $1`, [id]);
  return rows[0];
}

/** As {@link findSnippet}, and nobody else decides about it until the transaction ends. */
export async function lockSnippet(tx: TenantTransaction, id: string): Promise<SnippetRow | undefined> {
  const { rows } = await tx.query<SnippetRow>(`${select} where s.id = $1 for update of s`, [id]);
  return rows[0];
}

/** Stores a question and answer, proposed or live at once. */
export async function insertSnippet(
  tx: TenantTransaction,
  snippet: Snippet & { ticketId: string | null; owner: SnippetPerson; isLive: boolean; reviewBy?: string | null },
): Promise<void> {
  await tx.query(
    `insert into snippets (tenant_id, id, question, answer, ticket_id, created_by, author, status, published_at, review_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $8 = 'published' then now() end, $9)`,
    [
      tx.tenantId,
      snippet.id,
      snippet.question,
      snippet.answer,
      snippet.ticketId,
      snippet.owner.id,
      snippet.owner.name,
      snippet.isLive ? "published" : "draft",
      snippet.reviewBy ?? null,
    ],
  );
}

/** Newest first; `before` is the id of the last one seen. */
export async function listSnippets(
  tx: TenantTransaction,
  query: Pick<SnippetListQuery, "state" | "q"> & { before: string | null; limit: number },
): Promise<SnippetRow[]> {
  const { rows } = await tx.query<SnippetRow>(
    `${select}
      where ($1::text is null or s.status = case $1 when 'proposed' then 'draft' when 'live' then 'published' when 'due' then 'published' else 'retired' end)
        and ($1::text is null or case when $1 = 'due' then ${isDue} else ${snippetStateOf} = $1 end)
        and ($2::text is null or position(lower($2) in lower(s.question || ' ' || s.answer)) > 0)
        and ($3::uuid is null or s.id < $3)
      order by s.id desc limit $4`,
    [query.state ?? null, query.q || null, query.before, query.limit],
  );
  return rows;
}

/** How many there are of each state, and how many are due; what there is none of is missing. */
export async function countSnippets(tx: TenantTransaction): Promise<Partial<Record<SnippetState | "due", number>>> {
  const { rows } = await tx.query<{ state: SnippetState | "due"; count: number }>(
    `select ${snippetStateOf} as state, count(*)::int as count from snippets s group by 1
     union all select 'due', count(*)::int from snippets s where ${isDue}`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

export async function updateSnippetText(
  tx: TenantTransaction,
  id: string,
  {
    question,
    answer,
    reviewBy,
  }: Partial<Pick<Snippet, "question" | "answer">> & { reviewBy?: string | null | undefined },
): Promise<void> {
  await tx.query(
    `update snippets set question = coalesce($2, question), answer = coalesce($3, answer),
            review_by = case when $4 then $5::date else review_by end, updated_at = now() where id = $1`,
    [id, question ?? null, answer ?? null, reviewBy !== undefined, reviewBy ?? null],
  );
}

/** Makes it live, or takes it out of use; one that was live before there was a review counts as that. */
export async function updateSnippetStatus(
  tx: TenantTransaction,
  id: string,
  { isLive, reviewer }: { isLive: boolean; reviewer: SnippetPerson },
): Promise<void> {
  await tx.query(
    `update snippets set published_at = case when $2 then now() when status = 'published' then coalesce(published_at, created_at)
              else published_at end,
            status = case when $2 then 'published' else 'retired' end,
            reviewed_by = $3, reviewer = $4, reviewed_at = now(), updated_at = now()
      where id = $1`,
    [id, isLive, reviewer.id, reviewer.name],
  );
}

/** The snippet behind a document that is deleted is withdrawn with it. */
export async function retireSnippetOf(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.query(
    `update snippets s set status = 'retired', published_at = coalesce(s.published_at, s.created_at), updated_at = now()
       from documents d
      where d.tenant_id = s.tenant_id and d.id = $1 and d.source = 'snippet:' || s.id::text and s.status = 'published'`,
    [documentId],
  );
}

export async function deleteSnippet(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("delete from snippets where id = $1", [id]);
}
