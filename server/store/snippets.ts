import type { TenantTransaction } from "./transaction.ts";

export interface Snippet {
  id: string;
  question: string;
  answer: string;
}

export async function findSnippet(tx: TenantTransaction, id: string): Promise<Snippet | undefined> {
  const { rows } = await tx.query<Snippet>("select id, question, answer from snippets where id = $1", [id]);
  return rows[0];
}

/** Stores an approved question and answer. */
export async function insertSnippet(
  tx: TenantTransaction,
  snippet: Snippet & { ticketId: string; createdBy: string },
): Promise<void> {
  await tx.query(
    "insert into snippets (tenant_id, id, question, answer, ticket_id, created_by) values ($1, $2, $3, $4, $5, $6)",
    [tx.tenantId, snippet.id, snippet.question, snippet.answer, snippet.ticketId, snippet.createdBy],
  );
}
