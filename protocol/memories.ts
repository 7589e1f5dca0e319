import { z } from "zod";
import { plainText } from "./plain-text.ts";

/** Longest content of a memory, in characters: one statement, not a story. */
export const maxMemoryChars = 300;
/** Most memories of one visitor at a time. The least certain and least used ones are removed first. */
export const maxMemories = 200;

/**
 * `fact`: a fact about the visitor. `preference`: the visitor's wish. `entity`: a thing that belongs to the visitor, with its name.
 * `procedure`: how something is done with the visitor.
 */
export const memoryTypeSchema = z.enum(["fact", "preference", "entity", "procedure"]);
export type MemoryType = z.infer<typeof memoryTypeSchema>;

/** Origin of the memory: a job that read a resolved ticket, an agent, or the visitor who corrected it. */
export const memoryOriginSchema = z.enum(["extracted", "agent", "visitor"]);
export type MemoryOrigin = z.infer<typeof memoryOriginSchema>;

const content = plainText
  .trim()
  .min(1)
  .max(maxMemoryChars)
  .refine((value) => !/[\r\n]/.test(value), { message: "must be a single line" });

/** A memory, as its visitor sees it. */
export const visitorMemorySchema = z.object({
  id: z.string(),
  type: memoryTypeSchema,
  content: z.string(),
  origin: memoryOriginSchema,
  created_at: z.string(),
  updated_at: z.string(),
});
export type VisitorMemory = z.infer<typeof visitorMemorySchema>;

/** `GET chat/memories`: all valid memories, newest first, at most `maxMemories`. */
export const visitorMemoriesResponseSchema = z.object({
  /** False: the assistant neither stores nor uses memories; the visitor can still read and erase them. */
  is_enabled: z.boolean(),
  items: z.array(visitorMemorySchema),
});
export type VisitorMemoriesResponse = z.infer<typeof visitorMemoriesResponseSchema>;

/** `PATCH chat/memories/{id}`: the visitor's correction. The response is the memory. */
export const visitorMemoryChangeSchema = z.strictObject({ content });

/** `DELETE chat/memories` and `DELETE admin/visitors/{id}/memories`: the number of erased memories. */
export const memoriesErasedSchema = z.object({ erased: z.number().int().nonnegative() });

/** A memory, as agents see it. */
export const memorySchema = visitorMemorySchema.extend({
  visitor_id: z.string(),
  /** Confidence, 0..1. */
  confidence: z.number().min(0).max(1),
  /** The ticket and the message of the memory, while they exist. */
  source: z.object({
    ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
    message_id: z.string().nullable(),
  }),
  valid_from: z.string(),
  /** Time after which it is no longer valid; null: no known end. */
  valid_until: z.string().nullable(),
  /** Time from which it is invalid; it is erased 90 days later. */
  invalidated_at: z.string().nullable(),
  /** The memory that replaced it after a new value was found. */
  superseded_by: z.string().nullable(),
  /** Number of answers that used it, and the time of the last one. */
  access_count: z.number().int().nonnegative(),
  last_access_at: z.string().nullable(),
  /** Time at which it expires unless it is used again; null: it does not expire by itself. */
  expires_at: z.string().nullable(),
  /** Whether search already finds it by meaning, not only by its words. */
  has_vector: z.boolean(),
});
export type Memory = z.infer<typeof memorySchema>;

/** `GET admin/visitors/{id}/memories`. `all=true` also lists invalid memories. */
export const memoryListQuerySchema = z.object({ all: z.stringbool().default(false) });
export const memoryListResponseSchema = z.object({
  /** Whether the tenant has memories switched on. */
  is_enabled: z.boolean(),
  /** Visitors whose identity the tenant's own server has not signed have no memories. */
  is_identified: z.boolean(),
  items: z.array(memorySchema),
});
export type MemoryListResponse = z.infer<typeof memoryListResponseSchema>;

/** `POST admin/visitors/{id}/memories`. A memory from an agent has full confidence. The response is the memory. */
export const newMemorySchema = z.strictObject({
  content,
  type: memoryTypeSchema.default("fact"),
  valid_until: z.iso.datetime({ offset: true }).nullable().default(null),
});

/** `PATCH admin/memories/{id}`: an agent's correction. The response is the memory. */
export const memoryChangeSchema = z.strictObject({
  content: content.optional(),
  type: memoryTypeSchema.optional(),
  valid_until: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type MemoryChange = z.infer<typeof memoryChangeSchema>;
