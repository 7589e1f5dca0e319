import { z } from "zod";

/** Sources of the retrieval context, most important first. */
export const contextSources = ["mentioned", "always", "branch", "memory", "thread", "search"] as const;
export const contextSourceSchema = z.enum(contextSources);
export type ContextSource = z.infer<typeof contextSourceSchema>;

/** The kind of entry: a passage of a document, a whole document, a conversation's summary, a memory, or a part of a long ticket. */
const contextKindSchema = z.enum(["passage", "document", "summary", "memory", "thread"]);

/** Reasons for a higher or lower weight: a neighbouring or related branch uses the same document, or nobody used it for a long time. */
const weightModifierSchema = z.object({
  kind: z.enum(["near_branch", "sibling_branch", "unused"]),
  by: z.number(),
});

/** An entry that was used or left out: ids and numbers, none of its text. */
export const contextEntrySchema = z.object({
  source: contextSourceSchema,
  kind: contextKindSchema,
  /** Id of the passage, the document version, the conversation, the memory or the part of the ticket. */
  id: z.string(),
  document_id: z.string().nullable(),
  version_id: z.string().nullable(),
  /** Weight among the entries, 0 to 1: the source's base weight with the modifiers. */
  weight: z.number(),
  base: z.number(),
  modifiers: z.array(weightModifierSchema),
  /** Estimated. */
  tokens: z.number().int(),
  /** Similarity to the question; null when it was not measured. */
  similarity: z.number().nullable(),
  /** Reason why it was used or left out. */
  reason: z.string(),
  /** Title of its document, added for a reader; it is not stored. */
  title: z.string().optional(),
});
export type ContextEntry = z.infer<typeof contextEntrySchema>;

/** Timing of a source. `late` and `failed` sources were left out; the turn waited for a `slow` source. */
const contextTimingSchema = z.object({
  source: contextSourceSchema,
  state: z.enum(["answered", "slow", "late", "failed"]),
  ms: z.number(),
  found: z.number().int(),
});

/** The retrieval context of one message or turn: the entries used, the entries left out, and the reasons. */
export const contextRecordSchema = z.object({
  /** Ordered by weight. */
  taken: z.array(contextEntrySchema),
  left_out: z.array(contextEntrySchema),
  /** Number of further entries left out that are not listed. */
  more_left_out: z.number().int(),
  budget: z.object({ tokens: z.number().int(), used: z.number().int() }),
  sources: z.array(contextTimingSchema),
  /** The conversation's topic has moved away from that of its parent conversation. */
  has_drifted: z.boolean(),
  took_ms: z.number(),
});
export type ContextRecord = z.infer<typeof contextRecordSchema>;
