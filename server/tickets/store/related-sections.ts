import { sql } from "kysely";
import { type RelatedSection, relatedSectionSchema } from "../../../protocol/messages.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A section that a message of a ticket offers. */
export interface OfferedSection {
  message_id: string;
  section: RelatedSection;
  /** The message is the newest one of the ticket. */
  is_last: boolean;
  /** An agent has written since. */
  is_answered: boolean;
}

/**
 * A section that the ticket offers: in the given message as a link, or without one in the newest message that shows its text while the team
 * is asked and that can solve the ticket. The search includes the ticket, so that nobody can open a section that another ticket offers.
 */
export async function findOfferedSection(
  tx: TenantTransaction,
  { ticketId, chunkId, messageId = null }: { ticketId: string; chunkId: string; messageId?: string | null },
): Promise<OfferedSection | undefined> {
  const isOffered =
    messageId === null
      ? sql`s.section ? 'text' and not s.section ? 'aside'`
      : sql`m.id = ${messageId} and not s.section ? 'text'`;
  const row = await tx.first(sql<Omit<OfferedSection, "section"> & { section: unknown }>`
    select m.id as message_id, s.section,
           not exists (select from messages o where o.ticket_id = m.ticket_id and o.sequence > m.sequence) as is_last,
           exists (select from messages o where o.ticket_id = m.ticket_id and o.sequence > m.sequence and o.role = 'agent') as is_answered
      from messages m cross join lateral jsonb_array_elements(m.related) as s(section)
     where m.ticket_id = ${ticketId} and m.role = 'assistant' and s.section ->> 'chunk_id' = ${chunkId} and ${isOffered}
     order by m.sequence desc limit 1`);
  const section = row && relatedSectionSchema.safeParse(row.section).data;
  return section && { ...row, section };
}

/** Records that the visitor opened a section of a message, or that it solved their problem. */
export async function markSection(
  tx: TenantTransaction,
  { messageId, chunkId, mark }: { messageId: string; chunkId: string; mark: "opened" | "solved" },
): Promise<void> {
  await tx.run(sql`
    update messages
       set related = (select jsonb_agg(case when s.section ->> 'chunk_id' = ${chunkId} then s.section || jsonb_build_object(${mark}::text, true) else s.section end
                                       order by s.place)
                        from jsonb_array_elements(related) with ordinality as s(section, place))
     where id = ${messageId}`);
}

/** The question for which the assistant's last message offers sections only; undefined when somebody has written since. */
export async function findSuggestedTo(tx: TenantTransaction, ticketId: string): Promise<string | undefined> {
  const row = await tx.first(
    query
      .selectFrom("messages as m")
      .innerJoin("turns as t", (join) => join.onRef("t.tenant_id", "=", "m.tenant_id").onRef("t.id", "=", "m.turn_id"))
      .select([
        "t.rephrased_question as question",
        sql<boolean>`coalesce(m.related -> 0 ? 'text', false)`.as("suggests"),
      ])
      .where("m.ticket_id", "=", ticketId)
      .where("m.role", "in", ["assistant", "agent"])
      .orderBy("m.sequence", "desc")
      .limit(1),
  );
  return (row?.suggests && row.question) || undefined;
}

/** Stored sections without those that this version cannot read. */
export function readRelated(stored: unknown[]): RelatedSection[] {
  return stored.flatMap((section) => relatedSectionSchema.safeParse(section).data ?? []);
}
