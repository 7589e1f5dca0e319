import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** The messages that cited a document last, newest first, each with its first quote. */
export function listCitationsOf(tx: TenantTransaction, documentId: string, limit: number) {
  const firstQuotes = query
    .selectFrom("citations")
    .distinctOn("message_id")
    .select(["message_id", "quote", "page"])
    .where("document_id", "=", documentId)
    .orderBy("message_id", "desc")
    .orderBy("index")
    .limit(limit);
  return tx.all(
    query
      .selectFrom(firstQuotes.as("c"))
      .innerJoin("messages as m", "m.id", "c.message_id")
      .innerJoin("tickets as t", "t.id", "m.ticket_id")
      .select(["c.message_id", "t.id as ticket_id", "t.number as ticket_number", "t.subject", "c.quote", "c.page"])
      .select("m.created_at")
      .orderBy("c.message_id", "desc"),
  );
}
