import { z } from "zod";

/**
 * Identifiers are UUIDs (UUIDv7 when the server creates them). The brand stops code from passing a ticket id as a tenant id; it exists only
 * for the compiler.
 */
const uuid = z.uuid().transform((value) => value.toLowerCase());

export const tenantIdSchema = uuid.brand<"TenantId">();
export const ticketIdSchema = uuid.brand<"TicketId">();
export const messageIdSchema = uuid.brand<"MessageId">();
export const visitorIdSchema = uuid.brand<"VisitorId">();
export const documentIdSchema = uuid.brand<"DocumentId">();
export const chunkIdSchema = uuid.brand<"ChunkId">();
/** Without a brand: an attachment id is always used together with its ticket. */
export const attachmentIdSchema = uuid;

export type TenantId = z.infer<typeof tenantIdSchema>;
export type TicketId = z.infer<typeof ticketIdSchema>;
export type VisitorId = z.infer<typeof visitorIdSchema>;
export type DocumentId = z.infer<typeof documentIdSchema>;
