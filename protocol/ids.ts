import { z } from "zod";

/**
 * Identifiers are UUIDs (UUIDv7 where the server makes them). Branding keeps a ticket id from
 * being passed where a tenant id is wanted; the brand exists for the compiler only.
 */
const uuid = z.uuid().transform((value) => value.toLowerCase());

export const tenantIdSchema = uuid.brand<"TenantId">();
export const ticketIdSchema = uuid.brand<"TicketId">();
export const messageIdSchema = uuid.brand<"MessageId">();
export const turnIdSchema = uuid.brand<"TurnId">();
export const visitorIdSchema = uuid.brand<"VisitorId">();
export const documentIdSchema = uuid.brand<"DocumentId">();
export const chunkIdSchema = uuid.brand<"ChunkId">();
/** Without a brand: files are named by ids only together with their ticket. */
export const attachmentIdSchema = uuid;

export type TenantId = z.infer<typeof tenantIdSchema>;
export type TicketId = z.infer<typeof ticketIdSchema>;
export type MessageId = z.infer<typeof messageIdSchema>;
export type TurnId = z.infer<typeof turnIdSchema>;
export type VisitorId = z.infer<typeof visitorIdSchema>;
export type DocumentId = z.infer<typeof documentIdSchema>;
export type ChunkId = z.infer<typeof chunkIdSchema>;
