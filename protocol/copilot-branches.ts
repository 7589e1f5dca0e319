import { z } from "zod";
import { copilotDocumentSchema } from "./copilot.ts";
import { contextKindSchema } from "./copilot-context.ts";
import { copilotConversationItemSchema, copilotMessageSchema, titleSchema } from "./copilot-conversations.ts";
import { maxAnchorChars } from "./copilot-limits.ts";
import { plainText } from "./plain-text.ts";

export const branchRequestSchema = z
  .strictObject({
    /** The branch's id, made by the client: a repeated request makes one branch. */
    id: z.uuid(),
    kind: contextKindSchema,
    /** The marked words, if the kind is `anchor`. */
    text: plainText.max(maxAnchorChars).optional(),
    /** If it is empty or missing, the first message names it. */
    title: titleSchema.optional(),
  })
  .refine(({ kind, text = "" }) => (kind === "anchor") === (text.trim() !== ""), {
    message: "selected text is required for an anchor, and not allowed otherwise",
    path: ["text"],
  });
export type BranchRequest = z.infer<typeof branchRequestSchema>;

/** The distance between a branch and its parent. */
export const driftSchema = z.object({
  /** Similarity of its summary and its parent's, -1 to 1; null when one has none. */
  similarity: z.number().nullable(),
  has_drifted: z.boolean(),
});
export type Drift = z.infer<typeof driftSchema>;

/** One conversation of a family. */
export const branchNodeSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Null for the root. */
  parent_id: z.string().nullable(),
  /** The message after which it was forked, and the beginning of the question there. */
  forked_at: z.object({ message_id: z.string(), seq: z.number().int(), words: z.string() }).nullable(),
  context_kind: contextKindSchema.nullable(),
  is_closed: z.boolean(),
  is_archived: z.boolean(),
  state: copilotMessageSchema.shape.state.nullable(),
  messages: z.number().int(),
  /** Number of messages that were copied from it. */
  brought_back: z.number().int(),
  summary: z.string(),
  drift: driftSchema.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type BranchNode = z.infer<typeof branchNodeSchema>;

/** Parents before their branches, branches by age. */
export const branchTreeSchema = z.object({ root_id: z.string(), items: z.array(branchNodeSchema) });
export type BranchTree = z.infer<typeof branchTreeSchema>;

export const comparisonQuerySchema = z.strictObject({ with: z.uuid() });

const comparedSideSchema = copilotConversationItemSchema.extend({ summary: z.string(), drift: driftSchema.nullable() });

/** Compares two conversations of one family. */
export const branchComparisonSchema = z.object({
  left: comparedSideSchema,
  right: comparedSideSchema,
  /** The question-answer rounds since the fork; `is_same`: the same question on both sides. A side without a match is empty. */
  rows: z.array(
    z.object({ is_same: z.boolean(), left: z.array(copilotMessageSchema), right: z.array(copilotMessageSchema) }),
  ),
  /** The documents that the results of each used. */
  documents: z.array(z.object({ document: copilotDocumentSchema, in_left: z.boolean(), in_right: z.boolean() })),
  /** Similarity of their summaries, -1 to 1. */
  similarity: z.number().nullable(),
});
export type BranchComparison = z.infer<typeof branchComparisonSchema>;

export const mergeRequestSchema = z.strictObject({
  /** The id of the copy in the parent, made by the client: a repeated request makes one copy. */
  id: z.uuid(),
  /** The branch's message to copy. */
  message_id: z.uuid(),
  /** One finding of it; missing: the whole message. */
  finding_id: z.string().min(1).max(100).optional(),
});
export type MergeRequest = z.infer<typeof mergeRequestSchema>;

/** Whether the branches of a deleted conversation are kept. */
export const eraseQuerySchema = z.strictObject({ branches: z.enum(["keep", "erase"]).optional() });
