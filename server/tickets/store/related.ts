import { sql } from "kysely";
import { type AgentRef, agentRefSchema } from "../../../protocol/messages.ts";
import type { Merge, Related, TicketRef } from "../../../protocol/related.ts";
import { json } from "../../database/column-types.ts";
import { anyOf, countAll, now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { shownTitle } from "./shown-title.ts";
import { isEnded, type TicketRow } from "./tickets.ts";

/** The title as in lists. */
const title = sql<string>`coalesce(t.title, t.subject)`;
/** The most tickets of each kind that are listed. */
const maxListed = 100;
/** The most merges, one after another, that are followed. A merged ticket takes in no others, so that a chain ends. */
const maxChain = 100;

/** The tickets that are linked or merged with a ticket. */
export async function findRelated(tx: TenantTransaction, ticketId: string): Promise<Related> {
  const links = await tx.all(
    query
      .selectFrom("ticket_links as l")
      .innerJoin("tickets as t", (join) =>
        join.onRef("t.tenant_id", "=", "l.tenant_id").onRef("t.id", "=", "l.other_id"),
      )
      .select(["t.id", "t.number", title.as("subject"), "t.status", "t.ended_as"])
      .where("l.ticket_id", "=", ticketId)
      .orderBy("l.created_at", "desc")
      .orderBy("t.number")
      .limit(maxListed),
  );
  const merges = await tx.all(
    query
      .selectFrom("ticket_merges as m")
      .innerJoin("tickets as t", (join) =>
        join
          .onRef("t.tenant_id", "=", "m.tenant_id")
          .on("t.id", "=", sql<string>`case when m.into_id = ${ticketId} then m.ticket_id else m.into_id end`),
      )
      .select(["t.id", "t.number", title.as("subject"), "t.status", "t.ended_as", "m.by", "m.created_at", "m.into_id"])
      .where((merge) => merge.or([merge("m.into_id", "=", ticketId), merge("m.ticket_id", "=", ticketId)]))
      .orderBy("m.created_at", "desc")
      .orderBy("t.number")
      .limit(maxListed),
  );
  const into = merges.find(({ into_id }) => into_id !== ticketId);
  return {
    links: links.map((link) => ({ ...link, subject: shownTitle(link.subject) })),
    merged_into: into ? toMerge(into) : null,
    merged: merges
      .filter(({ into_id }) => into_id === ticketId)
      .map(toMerge)
      .reverse(),
  };
}

function toMerge({
  id,
  number,
  subject,
  status,
  ended_as,
  ...merge
}: TicketRef & { by: unknown; created_at: Date }): Merge {
  const ref = { id, number, subject: shownTitle(subject), status, ...(ended_as ? { ended_as } : {}) };
  return { ...ref, by: agentRefSchema.parse(merge.by).name, at: merge.created_at.toISOString() };
}

/** Links two tickets in both directions. @returns false when they are linked already. */
export async function insertLink(tx: TenantTransaction, one: string, other: string): Promise<boolean> {
  const inserted = await tx.run(
    query
      .insertInto("ticket_links")
      .values([
        { tenant_id: tx.tenantId, ticket_id: one, other_id: other },
        { tenant_id: tx.tenantId, ticket_id: other, other_id: one },
      ])
      .onConflict((conflict) => conflict.doNothing()),
  );
  return inserted > 0;
}

/** @returns false when the tickets were not linked. */
export async function deleteLink(tx: TenantTransaction, one: string, other: string): Promise<boolean> {
  const deleted = await tx.run(
    query
      .deleteFrom("ticket_links")
      .where(({ and, or }) => or([and({ ticket_id: one, other_id: other }), and({ ticket_id: other, other_id: one })])),
  );
  return deleted > 0;
}

export async function countLinks(tx: TenantTransaction, ticketId: string): Promise<number> {
  const links = query.selectFrom("ticket_links").select(countAll.as("count")).where("ticket_id", "=", ticketId);
  return (await tx.first(links))?.count ?? 0;
}

/** Locks two tickets until the transaction ends, in the same order everywhere. */
export async function lockBoth(tx: TenantTransaction, one: string, other: string): Promise<void> {
  await tx.run(
    query
      .selectFrom("tickets")
      .select("id")
      .where("id", "=", anyOf([one, other]))
      .orderBy("id")
      .forUpdate(),
  );
}

/** The caller holds the lock of the ticket. */
export async function insertMerge(
  tx: TenantTransaction,
  { ticketId, intoId, by: { id, name } }: { ticketId: string; intoId: string; by: AgentRef },
): Promise<void> {
  const merge = { tenant_id: tx.tenantId, ticket_id: ticketId, into_id: intoId, by: json({ id, name }) };
  await tx.run(query.insertInto("ticket_merges").values(merge));
  // Nobody was answered by the merge: the duplicate's clocks end like those of a ticket that is returned to AI, and are not counted.
  await tx.run(
    query
      .updateTable("service_clocks")
      .set({ ended_as: "assistant" })
      .where("ticket_id", "=", ticketId)
      .where("stopped_at", "=", now),
  );
}

/** Makes a duplicate a separate ticket again. @returns false when it was not merged. */
export async function deleteMerge(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("ticket_merges").where("ticket_id", "=", ticketId))) > 0;
}

/** The assignee of the ticket at the end of a duplicate's merges; undefined unless the team owns that ticket and it has not ended. */
export async function findHolderBehind(
  tx: TenantTransaction,
  ticketId: string,
): Promise<Pick<TicketRow, "assignee"> | undefined> {
  const last = await tx.first(sql<Pick<TicketRow, "status" | "owner" | "assignee">>`
    with recursive chain as (
      select into_id, 1 as step from ticket_merges where ticket_id = ${ticketId}
      union all
      select m.into_id, c.step + 1 from chain c join ticket_merges m on m.ticket_id = c.into_id where c.step < ${maxChain}
    )
    select t.status, t.owner, t.assignee from chain c join tickets t on t.id = c.into_id order by c.step desc limit 1`);
  return last && last.owner === "human" && !isEnded(last) ? last : undefined;
}
