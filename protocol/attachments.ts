import { z } from "zod";
import { attachmentKinds } from "./attachment-kinds.ts";
import { attachmentIdSchema } from "./ids.ts";

/** What may be sent, by the ending of its name; the bytes decide whether it is what it says. */
export const attachmentKindSchema = z.enum(attachmentKinds);
export type AttachmentKind = z.infer<typeof attachmentKindSchema>;

/** Most attachments of one message. */
export const maxAttachments = 5;
/** Longest name of an attachment, in characters. */
export const maxAttachmentNameChars = 120;
/** Largest file that a tenant can allow: it is held in memory while it is looked at. */
export const maxAttachmentBytes = 25_000_000;
/** Highest limit of bytes a day that can be set. */
const maxBytesPerDay = 1_000_000_000_000;

/** A file of a message as every reader sees it. `width` and `height`, in pixels, are there for pictures that can be shown. */
export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Media type of what is kept: pictures are kept anew as JPEG or WebP. */
  type: z.string(),
  /** Bytes of what is kept. */
  size: z.number().int().nonnegative(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

const bytesPerDay = z.number().int().min(0).max(maxBytesPerDay);

/** What a tenant allows. A day is one of UTC. */
export const attachmentRulesSchema = z.object({
  /** Whether visitors may send files; agents always may. */
  from_visitors: z.boolean(),
  types: z.array(attachmentKindSchema).max(attachmentKindSchema.options.length),
  max_bytes: z.number().int().min(1_000).max(maxAttachmentBytes),
  ticket_bytes_per_day: bytesPerDay,
  tenant_bytes_per_day: bytesPerDay,
});
export type AttachmentRules = z.infer<typeof attachmentRulesSchema>;
/** A change of the rules: what is not named stays. */
export const attachmentRulesPatchSchema = attachmentRulesSchema.partial().strict();

/** What a screen needs to know before it offers to send files. */
export const attachmentOfferSchema = z.object({
  types: z.array(attachmentKindSchema),
  max_bytes: z.number().int(),
});
export type AttachmentOffer = z.infer<typeof attachmentOfferSchema>;

/** Fields beside the one file of an upload. The same `id` with the same bytes again is the same attachment. */
export const attachmentFieldsSchema = z.strictObject({ id: attachmentIdSchema });
export const attachmentResponseSchema = z.object({ attachment: attachmentSchema });

/** `preview` is small enough for a timeline; other files than pictures have only themselves. */
export const attachmentQuerySchema = z.object({ size: z.enum(["preview", "full"]).optional() });

/** Ids of what was uploaded before, in the order in which it is shown. */
export const attachmentIdsSchema = z
  .array(attachmentIdSchema)
  .max(maxAttachments)
  .refine((ids) => new Set(ids).size === ids.length, { message: "must not contain an id twice" });
