import type { MessageTranslation } from "../../../protocol/agent-assist.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const shownId = "coalesce(m.client_id, m.id)";
const columns = `${shownId} as message_id, t.language, t.content, t.lost`;

/** Translations of a ticket's messages into one language. Messages go by the ids that their readers know. */
export async function listTranslations(
  tx: TenantTransaction,
  ticketId: string,
  language: string,
): Promise<MessageTranslation[]> {
  const { rows } = await tx.query<MessageTranslation>(
    `select ${columns} from messages m
       join message_translations t on t.tenant_id = m.tenant_id and t.message_id = m.id and t.language = $2
      where m.ticket_id = $1 order by m.sequence`,
    [ticketId, language],
  );
  return rows;
}

/** Keeps a translation; one that was made meanwhile is replaced. False when the message is gone. */
export async function insertTranslation(
  tx: TenantTransaction,
  { rowId, language, content, lost }: { rowId: string } & Omit<MessageTranslation, "message_id">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into message_translations (tenant_id, message_id, language, content, lost)
     select $1, id, $3, $4, $5 from messages where id = $2
     on conflict (tenant_id, message_id, language) do update set content = excluded.content, lost = excluded.lost, created_at = now()`,
    [tx.tenantId, rowId, language, content, JSON.stringify(lost)],
  );
  return rowCount === 1;
}
