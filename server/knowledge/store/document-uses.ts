import type { TenantTransaction } from "../../database/transaction.ts";

export interface DocumentCitationRow {
  message_id: string;
  ticket_id: string;
  ticket_number: number;
  subject: string;
  quote: string;
  page: number | null;
  created_at: Date;
}

/** The messages that cited a document last, newest first; of each the first quote. */
export async function listCitationsOf(
  tx: TenantTransaction,
  documentId: string,
  limit: number,
): Promise<DocumentCitationRow[]> {
  const { rows } = await tx.query<DocumentCitationRow>(
    `select c.message_id, t.id as ticket_id, t.number as ticket_number, t.subject, c.quote, c.page, m.created_at
       from (select distinct on (message_id) message_id, quote, page from citations
              where document_id = $1 order by message_id desc, index limit $2) c
       join messages m on m.id = c.message_id
       join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
      order by c.message_id desc`,
    [documentId, limit],
  );
  return rows;
}
