import { sql } from "kysely";
import { countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A conversation of one person with the copilot. `forked_seq` is the number of the parent's message after which it was forked. */
export type CopilotConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>;

/** A conversation in a list: with the state and text of its newest message, and its cost. */
export type ListedConversationRow = Awaited<ReturnType<typeof listConversations>>[number];

/** The table `c`. `parent_id` is null when the parent was deleted, `branches` counts the conversations forked from this one. */
export const conversations = query
  .selectFrom("copilot_conversations as c")
  .select(["c.id", "c.person_id", "c.title", "c.is_title_own", "c.ticket_id", "c.parent_message_id", "c.forked_seq"])
  .select(["c.context_kind", "c.context_text", "c.context_by", "c.closed_at", "c.archived_at", "c.created_at"])
  .select("c.updated_at")
  .select(({ selectFrom }) => [
    selectFrom("copilot_conversations as p").select("p.id").whereRef("p.id", "=", "c.parent_id").as("parent_id"),
    selectFrom("tickets as t").select("t.number").whereRef("t.id", "=", "c.ticket_id").as("ticket_number"),
    selectFrom("copilot_conversations as b")
      .select(countAll.as("count"))
      .whereRef("b.parent_id", "=", "c.id")
      .$asScalar()
      .$notNull()
      .as("branches"),
  ]);

/** Messages of the conversation `c`. */
const messages = query.selectFrom("copilot_messages as m").where("m.conversation_id", "=", sql.ref<string>("c.id"));

/**
 * A person's conversations, the last used first.
 * @param filter.words text of the title or of a message; empty: all
 * @param filter.cursor the last conversation of the previous page
 */
export function listConversations(
  tx: TenantTransaction,
  filter: { personId: string; isArchived: boolean; words: string; cursor: string | null; limit: number },
) {
  const { personId, words, cursor } = filter;
  const last = messages
    .select(["m.state", sql<string>`coalesce(nullif(m.body->'result'->>'answer', ''), m.content)`.as("content")])
    .orderBy("m.seq", "desc")
    .limit(1);
  const spent = messages.select([
    sql<number>`coalesce(sum((m.usage->>'input_tokens')::int + (m.usage->>'output_tokens')::int), 0)::int`.as("tokens"),
    sql<number>`coalesce(sum((m.usage->>'cost_micros')::int), 0)::int`.as("cost_micros"),
  ]);
  const contains = (text: string) => sql<boolean>`strpos(lower(${sql.raw(text)}), lower(${words})) > 0`;
  let found = conversations
    .leftJoinLateral(last.as("last"), (join) => join.onTrue())
    .innerJoinLateral(spent.as("spent"), (join) => join.onTrue())
    .select(["last.state", sql<string>`left(coalesce(last.content, ''), 200)`.as("last_message")])
    .select(["spent.tokens", "spent.cost_micros"])
    .where("c.person_id", "=", personId)
    .where("c.archived_at", filter.isArchived ? "is not" : "is", null)
    .orderBy("c.updated_at", "desc")
    .orderBy("c.id", "desc")
    .limit(filter.limit);
  if (words)
    found = found.where(({ or, exists }) =>
      or([
        contains("c.title"),
        exists(messages.where((m) => m.or([contains("m.content"), contains("(m.body->'result')::text")]))),
      ]),
    );
  if (cursor !== null)
    found = found.where(
      sql<boolean>`(c.updated_at, c.id) <
        (select p.updated_at, p.id from copilot_conversations p where p.id = ${cursor} and p.person_id = ${personId})`,
    );
  return tx.all(found);
}

/** @returns undefined when it is another person's. @param options.lock locks its row until the transaction ends */
export function findConversation(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
  { lock = false } = {},
) {
  const found = conversations.where("c.id", "=", id).where("c.person_id", "=", personId);
  return tx.first(lock ? found.forUpdate("c") : found);
}

/** Adds a conversation, unless there is one with this id. */
export async function insertConversation(
  tx: TenantTransaction,
  { id, personId, title, ticketId = null }: { id: string; personId: string; title: string; ticketId?: string | null },
): Promise<void> {
  const values = { id, person_id: personId, title, is_title_own: title !== "", ticket_id: ticketId };
  await tx.run(
    query
      .insertInto("copilot_conversations")
      .values({ tenant_id: tx.tenantId, ...values })
      .onConflict((conflict) => conflict.columns(["tenant_id", "id"]).doNothing()),
  );
}

/** Renames, archives, unarchives, closes or opens it. Fields that are undefined keep their value. */
export async function updateConversation(
  tx: TenantTransaction,
  id: string,
  {
    title,
    isArchived,
    isClosed,
  }: Record<"isArchived" | "isClosed", boolean | undefined> & { title: string | undefined },
): Promise<void> {
  await tx.run(
    query
      .updateTable("copilot_conversations")
      .set((row) => ({
        title: title ?? row.ref("title"),
        is_title_own: title === undefined ? undefined : true,
        archived_at: isArchived ? row.fn.coalesce("archived_at", now) : isArchived === false ? null : undefined,
        closed_at: isClosed ? row.fn.coalesce("closed_at", now) : isClosed === false ? null : undefined,
      }))
      .where("id", "=", id),
  );
}

/** Sets the title that was derived from the messages, unless there is one. */
export async function nameConversation(tx: TenantTransaction, id: string, title: string): Promise<void> {
  const unnamed = query.updateTable("copilot_conversations").where("title", "=", "").where("is_title_own", "=", false);
  await tx.run(unnamed.set({ title }).where("id", "=", id));
}

/** Deletes a conversation. Its branches lose their parent and keep their context. */
export async function deleteConversation(
  tx: TenantTransaction,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  const deleted = await tx.run(
    query
      .with("branches", (db) =>
        db
          .updateTable("copilot_conversations")
          .set({ parent_id: null })
          .where("parent_id", "=", id)
          .where("person_id", "=", personId),
      )
      .deleteFrom("copilot_conversations")
      .where("id", "=", id)
      .where("person_id", "=", personId),
  );
  return deleted === 1;
}
