import type { AgentRef } from "../../../protocol/messages.ts";
import type { Merge, Related, TicketRef } from "../../../protocol/related.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { isEnded, type TicketRow } from "./tickets.ts";

/** A title as lists have it. */
const refColumns = "t.id, t.number, coalesce(nullif(t.question, ''), t.subject) as subject, t.status, t.ended_as";
/** Merges one behind the other that are followed; a chain ends, because a ticket that goes on elsewhere takes none in. */
const maxChain = 100;

interface MergeRow extends TicketRef {
  by: { name: string };
  created_at: Date;
}

/** What a ticket belongs together with. */
export async function findRelated(tx: TenantTransaction, ticketId: string): Promise<Related> {
  const links = await tx.query<TicketRef>(
    `select ${refColumns} from ticket_links l join tickets t on t.tenant_id = l.tenant_id and t.id = l.other_id
      where l.ticket_id = $1 order by l.created_at desc, t.number limit 100`,
    [ticketId],
  );
  const merges = await tx.query<MergeRow & { is_here: boolean }>(
    `select ${refColumns}, m.by, m.created_at, m.into_id = $1 as is_here
       from ticket_merges m join tickets t on t.tenant_id = m.tenant_id and t.id = case when m.into_id = $1 then m.ticket_id else m.into_id end
      where m.into_id = $1 or m.ticket_id = $1 order by m.created_at desc, t.number limit 100`,
    [ticketId],
  );
  const into = merges.rows.find(({ is_here }) => !is_here);
  return {
    links: links.rows,
    merged_into: into ? toMerge(into) : null,
    merged: merges.rows
      .filter(({ is_here }) => is_here)
      .map(toMerge)
      .reverse(),
  };
}

function toMerge({ by, created_at, ...ref }: MergeRow): Merge {
  const { id, number, subject, status, ended_as } = ref;
  return { id, number, subject, status, ...(ended_as ? { ended_as } : {}), by: by.name, at: created_at.toISOString() };
}

/** Relates two tickets, both ways; false when they are already. */
export async function insertLink(tx: TenantTransaction, one: string, other: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into ticket_links (tenant_id, ticket_id, other_id) values ($1, $2, $3), ($1, $3, $2) on conflict do nothing`,
    [tx.tenantId, one, other],
  );
  return (rowCount ?? 0) > 0;
}

/** False when they were not related. */
export async function deleteLink(tx: TenantTransaction, one: string, other: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "delete from ticket_links where (ticket_id = $1 and other_id = $2) or (ticket_id = $2 and other_id = $1)",
    [one, other],
  );
  return (rowCount ?? 0) > 0;
}

export async function countLinks(tx: TenantTransaction, ticketId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from ticket_links where ticket_id = $1",
    [ticketId],
  );
  return rows[0]?.count ?? 0;
}

/** Holds two tickets until the transaction ends, in the one order in which everybody takes two. */
export async function lockBoth(tx: TenantTransaction, one: string, other: string): Promise<void> {
  await tx.query("select id from tickets where id = any($1::uuid[]) order by id for update", [[one, other]]);
}

/** Of a ticket that is held. */
export async function insertMerge(
  tx: TenantTransaction,
  { ticketId, intoId, by }: { ticketId: string; intoId: string; by: AgentRef },
): Promise<void> {
  await tx.query("insert into ticket_merges (tenant_id, ticket_id, into_id, by) values ($1, $2, $3, $4)", [
    tx.tenantId,
    ticketId,
    intoId,
    JSON.stringify({ id: by.id, name: by.name }),
  ]);
  // Nobody was answered or helped by this: the duplicate's clocks end as those of a ticket that is given back, and count for nothing.
  await tx.query("update service_clocks set ended_as = 'assistant' where ticket_id = $1 and stopped_at = now()", [
    ticketId,
  ]);
}

/** The duplicate is a ticket of its own again; false when it was none. */
export async function deleteMerge(tx: TenantTransaction, ticketId: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from ticket_merges where ticket_id = $1", [ticketId]);
  return (rowCount ?? 0) > 0;
}

/** Who has the ticket that a duplicate goes on in, at the end of all merges; undefined unless people have it and it is not over. */
export async function findHolderBehind(
  tx: TenantTransaction,
  ticketId: string,
): Promise<Pick<TicketRow, "assignee"> | undefined> {
  const { rows } = await tx.query<Pick<TicketRow, "status" | "owner" | "assignee">>(
    `with recursive chain as (
       select into_id, 1 as step from ticket_merges where ticket_id = $1
       union all
       select m.into_id, c.step + 1 from chain c join ticket_merges m on m.ticket_id = c.into_id where c.step < ${maxChain}
     )
     select t.status, t.owner, t.assignee from chain c join tickets t on t.id = c.into_id order by c.step desc limit 1`,
    [ticketId],
  );
  const [last] = rows;
  return last && last.owner === "human" && !isEnded(last) ? last : undefined;
}
