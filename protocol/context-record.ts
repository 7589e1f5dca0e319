import { z } from "zod";

/** Where something that a model may be given comes from, the weightiest first. */
export const contextSources = ["mentioned", "always", "branch", "memory", "thread", "search"] as const;
export const contextSourceSchema = z.enum(contextSources);
export type ContextSource = z.infer<typeof contextSourceSchema>;

/** What it is: a passage of a document, a whole document, a conversation's summary, a memory, a part of a long ticket. */
export const contextKindSchema = z.enum(["passage", "document", "summary", "memory", "thread"]);

/** What makes a weight higher or lower: the same document is used in a branch beside this one, or nobody used it for long. */
export const weightModifierSchema = z.object({
  kind: z.enum(["near_branch", "sibling_branch", "unused"]),
  by: z.number(),
});

/** Something that went in or was left out: ids and figures, none of its words. */
export const contextEntrySchema = z.object({
  source: contextSourceSchema,
  kind: contextKindSchema,
  /** Of the passage, the document's version, the conversation, the memory or the part of the ticket. */
  id: z.string(),
  document_id: z.string().nullable(),
  version_id: z.string().nullable(),
  /** What it counted among the others, 0 to 1: the source's own weight and what was added or taken off. */
  weight: z.number(),
  base: z.number(),
  modifiers: z.array(weightModifierSchema),
  /** Estimated. */
  tokens: z.number().int(),
  /** To what was asked; null where nobody measured it. */
  similarity: z.number().nullable(),
  /** Why it went in, or why it did not. */
  reason: z.string(),
  /** Of its document, where a reader is shown it; it is not stored. */
  title: z.string().optional(),
});
export type ContextEntry = z.infer<typeof contextEntrySchema>;

/** How a source did: `late` and `failed` ones are left out, a `slow` one was waited for. */
export const contextTimingSchema = z.object({
  source: contextSourceSchema,
  state: z.enum(["answered", "slow", "late", "failed"]),
  ms: z.number(),
  found: z.number().int(),
});

/** What one message or turn was answered from: what went in, what was left out, and why. */
export const contextRecordSchema = z.object({
  /** In the order in which they counted. */
  taken: z.array(contextEntrySchema),
  left_out: z.array(contextEntrySchema),
  /** Left out beyond those that are named. */
  more_left_out: z.number().int(),
  budget: z.object({ tokens: z.number().int(), used: z.number().int() }),
  sources: z.array(contextTimingSchema),
  /** The conversation speaks of other things by now than the one that it was forked from. */
  has_drifted: z.boolean(),
  took_ms: z.number(),
});
export type ContextRecord = z.infer<typeof contextRecordSchema>;
