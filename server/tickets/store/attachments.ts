import type { Attachment } from "../../../protocol/attachments.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** An attachment names something on its ticket only. */
export interface AttachmentKey {
  ticketId: string;
  id: string;
}

export interface AttachmentFile {
  size: "full" | "preview";
  type: string;
  bytes: Uint8Array;
}

export interface StoredAttachment {
  attachment: Attachment;
  messageId: string | null;
  sender: "visitor" | "agent";
  hash: Uint8Array;
}

interface Row {
  id: string;
  message_id: string | null;
  sender: StoredAttachment["sender"];
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  hash: Uint8Array;
}

const select =
  "select id, message_id, sender, name, type, byte_size::float8 as size, width, height, hash from attachments";

export async function findAttachment(
  tx: TenantTransaction,
  { ticketId, id }: AttachmentKey,
): Promise<StoredAttachment | undefined> {
  const { rows } = await tx.query<Row>(`${select} where ticket_id = $1 and id = $2`, [ticketId, id]);
  return rows[0] && toStored(rows[0]);
}

/** Those of the ids that are there, in the order of the ids. */
export async function listAttachments(
  tx: TenantTransaction,
  ticketId: string,
  ids: readonly string[],
): Promise<StoredAttachment[]> {
  const { rows } = await tx.query<Row>(
    `${select} where ticket_id = $1 and id = any($2::uuid[]) order by array_position($2::uuid[], id)`,
    [ticketId, ids],
  );
  return rows.map(toStored);
}

/** Bytes that were sent since a moment: on one ticket, and by all of the tenant's visitors and agents. */
export async function countSentBytes(
  tx: TenantTransaction,
  { ticketId, since }: { ticketId: string; since: Date },
): Promise<{ ticket: number; tenant: number }> {
  // Uploads of a tenant are counted one after the other: together they could not go past a limit unseen.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('attachments:' || $1, 0))", [tx.tenantId]);
  const { rows } = await tx.query<{ ticket: number; tenant: number }>(
    `select coalesce(sum(sent_bytes) filter (where ticket_id = $1), 0)::float8 as ticket, coalesce(sum(sent_bytes), 0)::float8 as tenant
       from attachments where created_at >= $2`,
    [ticketId, since],
  );
  return rows[0] ?? { ticket: 0, tenant: 0 };
}

export async function insertAttachment(
  tx: TenantTransaction,
  input: {
    ticketId: string;
    attachment: Attachment;
    sender: StoredAttachment["sender"];
    hash: Uint8Array;
    sentBytes: number;
    files: AttachmentFile[];
  },
): Promise<void> {
  const { ticketId, attachment, sender, hash, sentBytes, files } = input;
  const { id, name, type, size, width = null, height = null } = attachment;
  await tx.query(
    `insert into attachments (tenant_id, ticket_id, id, sender, name, type, byte_size, width, height, hash, sent_bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tx.tenantId, ticketId, id, sender, name, type, size, width, height, Buffer.from(hash), sentBytes],
  );
  for (const file of files)
    await tx.query(
      "insert into attachment_files (tenant_id, ticket_id, attachment_id, size, type, bytes) values ($1, $2, $3, $4, $5, $6)",
      [tx.tenantId, ticketId, id, file.size, file.type, Buffer.from(file.bytes)],
    );
}

/**
 * The bytes of one size, or of the full one when there is no other; with the name that was given.
 * @param reader a visitor sees the own files and what was said: what an agent has not sent yet is not there.
 */
export async function findAttachmentFile(
  tx: TenantTransaction,
  { ticketId, id }: AttachmentKey,
  { size, reader }: { size: AttachmentFile["size"]; reader: StoredAttachment["sender"] },
): Promise<{ name: string; isPicture: boolean; type: string; bytes: Uint8Array } | undefined> {
  const { rows } = await tx.query<{ name: string; is_picture: boolean; type: string; bytes: Uint8Array }>(
    `select a.name, a.width is not null as is_picture, f.type, f.bytes
       from attachments a join attachment_files f on f.ticket_id = a.ticket_id and f.attachment_id = a.id
      where a.ticket_id = $1 and a.id = $2 and (a.message_id is not null or a.sender = $4 or $4 = 'agent')
      order by (f.size = $3) desc limit 1`,
    [ticketId, id, size, reader],
  );
  const row = rows[0];
  return row && { name: row.name, isPicture: row.is_picture, type: row.type, bytes: row.bytes };
}

/** Gives what waits to the message that names it, in that order. */
export async function updateAttachmentsMessage(
  tx: TenantTransaction,
  { ticketId, messageId, ids }: { ticketId: string; messageId: string; ids: readonly string[] },
): Promise<void> {
  await tx.query(
    `update attachments set message_id = $2, place = array_position($3::uuid[], id)
      where ticket_id = $1 and id = any($3::uuid[]) and message_id is null`,
    [ticketId, messageId, ids],
  );
}

/** Tenants with attachments that no message has named since before a moment. Needs the platform role. */
export async function listTenantsWithLeftAttachments(tx: Transaction, before: Date): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select distinct tenant_id from attachments where message_id is null and created_at < $1 limit 100",
    [before],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Removes what no message has named since before a moment. */
export async function deleteLeftAttachments(tx: TenantTransaction, before: Date): Promise<number> {
  const { rows } = await tx.query("delete from attachments where message_id is null and created_at < $1 returning id", [
    before,
  ]);
  return rows.length;
}

function toStored(row: Row): StoredAttachment {
  const { id, name, type, size, width, height } = row;
  return {
    attachment: { id, name, type, size, ...(width && height ? { width, height } : {}) },
    messageId: row.message_id,
    sender: row.sender,
    hash: row.hash,
  };
}
