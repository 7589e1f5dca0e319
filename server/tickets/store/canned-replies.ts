import { sql } from "kysely";
import { countAll, now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const columns = ["id", "owner_id", "name", "content", "updated_at"] as const;

/** A reply without an owner belongs to the team. */
export type CannedReplyRow = Pick<RowOf<"canned_replies">, (typeof columns)[number]>;

/** The replies that a person may use: the team's and their own. */
const repliesFor = (personId: string) =>
  query
    .selectFrom("canned_replies")
    .select(columns)
    .where((reply) => reply.or([reply("owner_id", "is", null), reply("owner_id", "=", personId)]));

/** The team's replies and a person's own, by name. */
export function listCannedReplies(tx: TenantTransaction, personId: string): Promise<CannedReplyRow[]> {
  return tx.all(repliesFor(personId).orderBy(sql`lower(name)`).orderBy("id"));
}

/** A reply that the person may use. */
export function findCannedReply(
  tx: TenantTransaction,
  id: string,
  personId: string,
): Promise<CannedReplyRow | undefined> {
  return tx.first(repliesFor(personId).where("id", "=", id));
}

/** @returns undefined when the owner has a reply of this name. */
export function insertCannedReply(
  tx: TenantTransaction,
  { id, ownerId, name, content }: { id: string; ownerId: string | null; name: string; content: string },
): Promise<CannedReplyRow | undefined> {
  return tx.first(
    query
      .insertInto("canned_replies")
      .values({ tenant_id: tx.tenantId, id, owner_id: ownerId, name, content })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns),
  );
}

/** @returns undefined when the owner has another reply of this name. */
export function updateCannedReply(
  tx: TenantTransaction,
  id: string,
  { name, content }: { name?: string | undefined; content?: string | undefined },
): Promise<CannedReplyRow | undefined> {
  return tx.first(
    query
      .updateTable("canned_replies")
      .set((reply) => ({ name: name ?? reply.ref("name"), content: content ?? reply.ref("content"), updated_at: now }))
      .where("id", "=", id)
      .where(({ not, exists, selectFrom }) => {
        const sameName = selectFrom("canned_replies as other")
          .select("other.id")
          .whereRef("other.id", "<>", "canned_replies.id")
          .whereRef("other.owner_id", "is not distinct from", "canned_replies.owner_id")
          .where(sql<boolean>`lower(other.name) = lower(${name ?? null}::text)`);
        return not(exists(sameName));
      })
      .returning(columns),
  );
}

export async function deleteCannedReply(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(query.deleteFrom("canned_replies").where("id", "=", id));
}

/** @param ownerId null: counts the team's replies. */
export async function countCannedReplies(tx: TenantTransaction, ownerId: string | null): Promise<number> {
  const owned = query.selectFrom("canned_replies").where("owner_id", "is not distinct from", ownerId);
  return (await tx.first(owned.select(countAll.as("count"))))?.count ?? 0;
}
