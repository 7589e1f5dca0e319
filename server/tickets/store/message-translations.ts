import { sql } from "kysely";
import { type MessageTranslation, messageTranslationSchema } from "../../../protocol/agent-assist.ts";
import { json } from "../../database/column-types.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Translations of a ticket's messages into one language. `message_id` is the id that readers of the ticket know. */
export async function listTranslations(
  tx: TenantTransaction,
  ticketId: string,
  language: string,
): Promise<MessageTranslation[]> {
  const rows = await tx.all(
    query
      .selectFrom("messages as m")
      .innerJoin("message_translations as t", (join) =>
        join
          .onRef("t.tenant_id", "=", "m.tenant_id")
          .onRef("t.message_id", "=", "m.id")
          .on("t.language", "=", language),
      )
      .select(({ fn }) => [fn.coalesce("m.client_id", "m.id").as("message_id"), "t.language", "t.content", "t.lost"])
      .where("m.ticket_id", "=", ticketId)
      .orderBy("m.sequence"),
  );
  return rows.map((row) => messageTranslationSchema.parse(row));
}

/** Stores or replaces a translation. @returns false when the message is deleted. */
export async function insertTranslation(
  tx: TenantTransaction,
  { rowId, language, content, lost }: { rowId: string } & Omit<MessageTranslation, "message_id">,
): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into message_translations (tenant_id, message_id, language, content, lost)
    select ${tx.tenantId}, id, ${language}, ${content}, ${json(lost)} from messages where id = ${rowId}
        on conflict (tenant_id, message_id, language) do update
       set content = excluded.content, lost = excluded.lost, created_at = now()`);
  return stored === 1;
}
