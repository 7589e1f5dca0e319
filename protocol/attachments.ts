import { z } from "zod";
import { attachmentKinds } from "./attachment-kinds.ts";
import { attachmentIdSchema } from "./ids.ts";

/** Allowed file types, by file extension. The server checks the bytes against the type. */
export const attachmentKindSchema = z.enum(attachmentKinds);
export type AttachmentKind = z.infer<typeof attachmentKindSchema>;

/** Most attachments of one message. */
export const maxAttachments = 5;
/** Longest name of an attachment, in characters. */
export const maxAttachmentNameChars = 120;
/** Largest file that a tenant can allow, in bytes. The server holds a file in memory while checking it. */
const maxAttachmentBytes = 25_000_000;
/** Highest limit that can be set, in bytes per day. */
const maxBytesPerDay = 1_000_000_000_000;

/** A message's file, for all readers. `width` and `height`, in pixels, are present for pictures that can be displayed. */
export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Media type of the stored file. Pictures are re-encoded as JPEG or WebP. */
  type: z.string(),
  /** Size of the stored file, in bytes. */
  size: z.number().int().nonnegative(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

const bytesPerDay = z.number().int().min(0).max(maxBytesPerDay);

/** A tenant's rules for files. Days are in UTC. */
export const attachmentRulesSchema = z.object({
  /** Whether visitors may send files; agents always may. */
  from_visitors: z.boolean(),
  types: z.array(attachmentKindSchema).max(attachmentKindSchema.options.length),
  max_bytes: z.number().int().min(1_000).max(maxAttachmentBytes),
  ticket_bytes_per_day: bytesPerDay,
  tenant_bytes_per_day: bytesPerDay,
});
export type AttachmentRules = z.infer<typeof attachmentRulesSchema>;
/** A change of the rules; missing fields stay unchanged. */
export const attachmentRulesPatchSchema = attachmentRulesSchema.partial().strict();

/** Data that a screen needs before it offers to send files. */
export const attachmentOfferSchema = z.object({
  types: z.array(attachmentKindSchema),
  max_bytes: z.number().int(),
});
export type AttachmentOffer = z.infer<typeof attachmentOfferSchema>;

/** Fields beside the single file of an upload. The same `id` with the same bytes is the same attachment. */
export const attachmentFieldsSchema = z.strictObject({ id: attachmentIdSchema });
export const attachmentResponseSchema = z.object({ attachment: attachmentSchema });

/** `preview` is small enough for a timeline. Files that are not pictures have only the original. */
export const attachmentQuerySchema = z.object({ size: z.enum(["preview", "full"]).optional() });

/** Ids of uploaded files, in display order. */
export const attachmentIdsSchema = z
  .array(attachmentIdSchema)
  .max(maxAttachments)
  .refine((ids) => new Set(ids).size === ids.length, { message: "must not contain an id twice" });
