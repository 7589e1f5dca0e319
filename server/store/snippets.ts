import type { TenantTransaction } from "./transaction.ts";

/** Stores an approved question and answer. */
export async function insertSnippet(
  tx: TenantTransaction,
  snippet: { id: string; question: string; answer: string; ticketId: string; createdBy: string },
): Promise<void> {
  await tx.query(
    "insert into snippets (tenant_id, id, question, answer, ticket_id, created_by) values ($1, $2, $3, $4, $5, $6)",
    [tx.tenantId, snippet.id, snippet.question, snippet.answer, snippet.ticketId, snippet.createdBy],
  );
}
