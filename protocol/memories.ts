import { z } from "zod";
import { plainText } from "./plain-text.ts";

/** Longest content of a memory, in characters: one statement, not a story. */
export const maxMemoryChars = 300;
/** Most that is remembered of one visitor at a time. What is least sure and least used makes room. */
export const maxMemories = 200;

/**
 * `fact`: something true of the visitor. `preference`: how they want things. `entity`: a thing of theirs, with its name.
 * `procedure`: how something is done with them.
 */
export const memoryTypeSchema = z.enum(["fact", "preference", "entity", "procedure"]);
export type MemoryType = z.infer<typeof memoryTypeSchema>;

/** Who said that it is so: a job that read a resolved ticket, an agent, or the visitor who corrected it. */
export const memoryOriginSchema = z.enum(["extracted", "agent", "visitor"]);
export type MemoryOrigin = z.infer<typeof memoryOriginSchema>;

const content = plainText
  .trim()
  .min(1)
  .max(maxMemoryChars)
  .refine((value) => !/[\r\n]/.test(value), { message: "must be a single line" });

/** What is remembered of a visitor, as they read it. */
export const visitorMemorySchema = z.object({
  id: z.string(),
  type: memoryTypeSchema,
  content: z.string(),
  origin: memoryOriginSchema,
  created_at: z.string(),
  updated_at: z.string(),
});
export type VisitorMemory = z.infer<typeof visitorMemorySchema>;

/** `GET chat/memories`: everything that holds, newest first, at most `maxMemories`. */
export const visitorMemoriesResponseSchema = z.object({
  /** False: nothing new is remembered and nothing of this is used; it can still be read and erased. */
  is_enabled: z.boolean(),
  items: z.array(visitorMemorySchema),
});
export type VisitorMemoriesResponse = z.infer<typeof visitorMemoriesResponseSchema>;

/** `PATCH chat/memories/{id}`: the visitor says how it really is. Answered with the memory. */
export const visitorMemoryChangeSchema = z.strictObject({ content });
export type VisitorMemoryChange = z.input<typeof visitorMemoryChangeSchema>;

/** `DELETE chat/memories` and `DELETE admin/visitors/{id}/memories`: how many are gone. */
export const memoriesErasedSchema = z.object({ erased: z.number().int().nonnegative() });
export type MemoriesErased = z.infer<typeof memoriesErasedSchema>;

/** What is remembered of a visitor, as agents read it. */
export const memorySchema = visitorMemorySchema.extend({
  visitor_id: z.string(),
  /** How sure it is, 0..1. */
  confidence: z.number().min(0).max(1),
  /** The ticket and the message that it was read in, while they are there. */
  source: z.object({
    ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
    message_id: z.string().nullable(),
  }),
  valid_from: z.string(),
  /** From then on it does not hold any more; null: nobody knows of an end. */
  valid_until: z.string().nullable(),
  /** Since when it does not hold; it is erased 90 days later. */
  invalidated_at: z.string().nullable(),
  /** The memory that took its place, when another value became known. */
  superseded_by: z.string().nullable(),
  /** In how many answers it was used, and when last. */
  access_count: z.number().int().nonnegative(),
  last_access_at: z.string().nullable(),
  /** When it is forgotten unless it is used again; null: not by itself. */
  expires_at: z.string().nullable(),
  /** Whether it is found by what it means already, not by its words only. */
  has_vector: z.boolean(),
});
export type Memory = z.infer<typeof memorySchema>;

/** `GET admin/visitors/{id}/memories`. `all=true` also lists what does not hold any more. */
export const memoryListQuerySchema = z.object({ all: z.stringbool().default(false) });
export const memoryListResponseSchema = z.object({
  /** Whether the tenant lets visitors be remembered. */
  is_enabled: z.boolean(),
  /** Nothing is remembered of visitors whom the tenant's own server has not signed. */
  is_identified: z.boolean(),
  items: z.array(memorySchema),
});
export type MemoryListResponse = z.infer<typeof memoryListResponseSchema>;

/** `POST admin/visitors/{id}/memories`. What an agent says is as sure as can be. Answered with the memory. */
export const newMemorySchema = z.strictObject({
  content,
  type: memoryTypeSchema.default("fact"),
  valid_until: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type NewMemory = z.input<typeof newMemorySchema>;

/** `PATCH admin/memories/{id}`: an agent corrects it. Answered with the memory. */
export const memoryChangeSchema = z.strictObject({
  content: content.optional(),
  type: memoryTypeSchema.optional(),
  valid_until: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type MemoryChange = z.infer<typeof memoryChangeSchema>;
