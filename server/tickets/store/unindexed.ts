import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { insertTicketWords, TicketWords, wordWeights } from "./store-message.ts";
import { indexVisitors } from "./visitors.ts";

const unindexedTickets = query.selectFrom("tickets").whereRef("indexed_messages", "<", "message_count");
const unindexedVisitors = query.selectFrom("visitors").where("is_indexed", "=", false);

/** Tenants with tickets or visitors whose search terms are missing or out of date. Needs the platform role. */
export async function listUnindexedTenants(tx: Transaction): Promise<string[]> {
  const tenants = unindexedTickets.select("tenant_id").union(unindexedVisitors.select("tenant_id"));
  return (await tx.all(tenants)).map(({ tenant_id }) => tenant_id);
}

/**
 * Stores the search terms of at most `limit` tickets and marks all their messages as indexed. Tickets that another transaction has locked are
 * left for a later call. @returns the number of tickets.
 */
export async function indexTickets(tx: TenantTransaction, limit: number): Promise<number> {
  const tickets = await tx.all(
    unindexedTickets.select(["id", "subject", "title", "question"]).orderBy("id").limit(limit).forUpdate().skipLocked(),
  );
  for (const { id, subject, title, question } of tickets) {
    const words = new TicketWords().add(subject, wordWeights.subject).add(question ?? "", wordWeights.question);
    words.add(title ?? "", wordWeights.subject);
    const messages = query.selectFrom("messages").select("content").where("ticket_id", "=", id);
    for (const { content } of await tx.all(messages)) words.add(content, wordWeights.message);
    const files = query.selectFrom("attachments").select("name").where("ticket_id", "=", id);
    for (const { name } of await tx.all(files.where("message_id", "is not", null))) words.add(name, wordWeights.file);
    await insertTicketWords(tx, id, words);
  }
  await tx.run(
    query
      .updateTable("tickets")
      .set(({ ref }) => ({ indexed_messages: ref("message_count") }))
      .where("id", "=", anyOf(tickets.map(({ id }) => id))),
  );
  return tickets.length;
}

/** Does the same for visitors. @returns the number of visitors. */
export async function indexLeftVisitors(tx: TenantTransaction, limit: number): Promise<number> {
  const visitors = await tx.all(unindexedVisitors.select("id").orderBy("id").limit(limit).forUpdate().skipLocked());
  await indexVisitors(
    tx,
    visitors.map(({ id }) => id),
  );
  return visitors.length;
}
