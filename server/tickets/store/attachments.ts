import { type InferResult, sql } from "kysely";
import type { Attachment } from "../../../protocol/attachments.ts";
import { anyOf, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** An attachment belongs to one ticket and is found through it only. */
export interface AttachmentKey {
  ticketId: string;
  id: string;
}

export type AttachmentFile = Pick<RowOf<"attachment_files">, "size" | "type" | "bytes">;

export interface StoredAttachment {
  attachment: Attachment;
  messageId: string | null;
  sender: "visitor" | "agent";
  hash: Uint8Array;
}

const attachments = query
  .selectFrom("attachments")
  .select(["id", "message_id", "sender", "name", "type", "byte_size", "width", "height", "hash"]);

export async function findAttachment(
  tx: TenantTransaction,
  { ticketId, id }: AttachmentKey,
): Promise<StoredAttachment | undefined> {
  const row = await tx.first(attachments.where("ticket_id", "=", ticketId).where("id", "=", id));
  return row && toStored(row);
}

/** The attachments that exist, in the order of the ids. */
export async function listAttachments(
  tx: TenantTransaction,
  ticketId: string,
  ids: readonly string[],
): Promise<StoredAttachment[]> {
  const found = attachments.where("ticket_id", "=", ticketId).where("id", "=", anyOf(ids));
  return (await tx.all(found.orderBy(placeIn(ids)))).map(toStored);
}

const placeIn = (ids: readonly string[]) => sql<number>`array_position(${ids}::uuid[], id)`;

/** Bytes that were sent since a time: in one ticket, and by all visitors and agents of the tenant. */
export async function countSentBytes(
  tx: TenantTransaction,
  { ticketId, since }: { ticketId: string; since: Date },
): Promise<{ ticket: number; tenant: number }> {
  // Uploads of a tenant are counted one after the other: parallel ones could exceed a limit together.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('attachments:' || ${tx.tenantId}, 0))`);
  const sent = await tx.first(
    query
      .selectFrom("attachments")
      .select([
        sql<number>`coalesce(sum(sent_bytes) filter (where ticket_id = ${ticketId}), 0)::float8`.as("ticket"),
        sql<number>`coalesce(sum(sent_bytes), 0)::float8`.as("tenant"),
      ])
      .where("created_at", ">=", since),
  );
  return sent ?? { ticket: 0, tenant: 0 };
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
  const ofTicket = { tenant_id: tx.tenantId, ticket_id: ticketId };
  const about = {
    id,
    sender,
    name,
    type,
    byte_size: size,
    width,
    height,
    hash: Buffer.from(hash),
    sent_bytes: sentBytes,
  };
  await tx.run(query.insertInto("attachments").values({ ...ofTicket, ...about }));
  for (const file of files) {
    const row = { ...ofTicket, ...file, attachment_id: id, bytes: Buffer.from(file.bytes) };
    await tx.run(query.insertInto("attachment_files").values(row));
  }
}

/**
 * The bytes of one size, or the full size when there is no other; with the name that the sender gave.
 * @param reader a visitor sees their own files and those of messages, but not the files that an agent has not sent yet.
 */
export function findAttachmentFile(
  tx: TenantTransaction,
  { ticketId, id }: AttachmentKey,
  { size, reader }: { size: AttachmentFile["size"]; reader: StoredAttachment["sender"] },
): Promise<{ name: string; isPicture: boolean; type: string; bytes: Uint8Array } | undefined> {
  return tx.first(
    query
      .selectFrom("attachments as a")
      .innerJoin("attachment_files as f", (join) =>
        join.onRef("f.ticket_id", "=", "a.ticket_id").onRef("f.attachment_id", "=", "a.id"),
      )
      .select(["a.name", sql<boolean>`a.width is not null`.as("isPicture"), "f.type", "f.bytes"])
      .where("a.ticket_id", "=", ticketId)
      .where("a.id", "=", id)
      .$if(reader === "visitor", (found) =>
        found.where((eb) => eb.or([eb("a.message_id", "is not", null), eb("a.sender", "=", reader)])),
      )
      .orderBy((eb) => eb("f.size", "=", size), "desc")
      .limit(1),
  );
}

/** Adds the uploaded attachments to the message that names them, in that order. */
export async function updateAttachmentsMessage(
  tx: TenantTransaction,
  { ticketId, messageId, ids }: { ticketId: string; messageId: string; ids: readonly string[] },
): Promise<void> {
  await tx.run(
    query
      .updateTable("attachments")
      .set({ message_id: messageId, place: placeIn(ids) })
      .where("ticket_id", "=", ticketId)
      .where("id", "=", anyOf(ids))
      .where("message_id", "is", null),
  );
}

/** Tenants with attachments that were uploaded before a time and never sent. Needs the platform role. */
export async function listTenantsWithLeftAttachments(tx: Transaction, before: Date): Promise<string[]> {
  const left = query.selectFrom("attachments").where("message_id", "is", null).where("created_at", "<", before);
  return (await tx.all(left.select("tenant_id").distinct().limit(100))).map(({ tenant_id }) => tenant_id);
}

/** Deletes attachments that were uploaded before a time and never sent. @returns how many. */
export async function deleteLeftAttachments(tx: TenantTransaction, before: Date): Promise<number> {
  return tx.run(query.deleteFrom("attachments").where("message_id", "is", null).where("created_at", "<", before));
}

function toStored(row: InferResult<typeof attachments>[number]): StoredAttachment {
  const { id, name, type, byte_size: size, width, height } = row;
  return {
    attachment: { id, name, type, size, ...(width && height ? { width, height } : {}) },
    messageId: row.message_id,
    sender: row.sender,
    hash: row.hash,
  };
}
