import { type RelatedSection, relatedSectionSchema } from "../../../protocol/messages.ts";
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
 * The section of a passage as the ticket offers it: in one message, or in the newest that shows its text while the team is asked. The ticket
 * is part of the question, so that nobody opens what another ticket offers.
 */
export async function findOfferedSection(
  tx: TenantTransaction,
  { ticketId, chunkId, messageId = null }: { ticketId: string; chunkId: string; messageId?: string | null },
): Promise<OfferedSection | undefined> {
  const { rows } = await tx.query<{ id: string; section: unknown; is_last: boolean; is_answered: boolean }>(
    `select m.id, s.section,
            not exists (select from messages o where o.ticket_id = m.ticket_id and o.sequence > m.sequence) as is_last,
            exists (select from messages o where o.ticket_id = m.ticket_id and o.sequence > m.sequence and o.role = 'agent') as is_answered
       from messages m cross join lateral jsonb_array_elements(m.related) as s(section)
      where m.ticket_id = $1 and m.role = 'assistant' and s.section ->> 'chunk_id' = $2
        and case when $3::uuid is null then s.section ? 'text' else m.id = $3 and not s.section ? 'text' end
      order by m.sequence desc limit 1`,
    [ticketId, chunkId, messageId],
  );
  const row = rows[0];
  const section = row && relatedSectionSchema.safeParse(row.section).data;
  return section && { message_id: row.id, section, is_last: row.is_last, is_answered: row.is_answered };
}

/** Notes what the visitor did with a section that a message offers. */
export async function markSection(
  tx: TenantTransaction,
  { messageId, chunkId, mark }: { messageId: string; chunkId: string; mark: "opened" | "solved" },
): Promise<void> {
  await tx.query(
    `update messages
        set related = (select jsonb_agg(case when s.section ->> 'chunk_id' = $2 then s.section || jsonb_build_object($3::text, true) else s.section end
                                        order by s.place)
                         from jsonb_array_elements(related) with ordinality as s(section, place))
      where id = $1`,
    [messageId, chunkId, mark],
  );
}

/** The question to which the assistant's last words only offer sections; undefined when it has said something else since. */
export async function findSuggestedTo(tx: TenantTransaction, ticketId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ question: string | null; suggests: boolean }>(
    `select t.rephrased_question as question, coalesce(m.related -> 0 ? 'text', false) as suggests
       from messages m join turns t on t.tenant_id = m.tenant_id and t.id = m.turn_id
      where m.ticket_id = $1 and m.role in ('assistant', 'agent') order by m.sequence desc limit 1`,
    [ticketId],
  );
  return (rows[0]?.suggests && rows[0].question) || undefined;
}

/** Stored sections; those that this version cannot read are left out. */
export function readRelated(stored: unknown[]): RelatedSection[] {
  return stored.flatMap((section) => relatedSectionSchema.safeParse(section).data ?? []);
}
