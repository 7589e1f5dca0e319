import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { insertTicketWords, TicketWords, wordWeights } from "./store-message.ts";
import { indexVisitors } from "./visitors.ts";

/** Tenants with tickets or visitors whose words the search does not know: from before it, or from a process of an older version. */
export async function listUnindexedTenants(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select tenant_id from tickets where indexed_messages < message_count union select tenant_id from visitors where not is_indexed",
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Gives some tickets all their words. @returns how many; fewer than `limit` when none is left, or others are at them. */
export async function indexTickets(tx: TenantTransaction, limit: number): Promise<number> {
  const { rows } = await tx.query<{ id: string; subject: string; question: string | null; message_count: number }>(
    `select id, subject, question, message_count from tickets where indexed_messages < message_count
      order by id limit $1 for update skip locked`,
    [limit],
  );
  for (const { id, subject, question } of rows) {
    const words = new TicketWords().add(subject, wordWeights.subject).add(question ?? "", wordWeights.question);
    const said = await tx.query<{ content: string }>("select content from messages where ticket_id = $1", [id]);
    for (const { content } of said.rows) words.add(content, wordWeights.message);
    const files = await tx.query<{ name: string }>(
      "select name from attachments where ticket_id = $1 and message_id is not null",
      [id],
    );
    for (const { name } of files.rows) words.add(name, wordWeights.file);
    await insertTicketWords(tx, id, words);
  }
  const indexed = rows.map(({ id }) => id);
  await tx.query("update tickets set indexed_messages = message_count where id = any($1::uuid[])", [indexed]);
  return rows.length;
}

/** Gives some visitors their words. @returns how many. */
export async function indexLeftVisitors(tx: TenantTransaction, limit: number): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from visitors where not is_indexed order by id limit $1 for update skip locked",
    [limit],
  );
  await indexVisitors(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
