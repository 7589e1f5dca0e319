import { z } from "zod";
import { copilotDocumentSchema } from "./copilot.ts";
import { contextKindSchema } from "./copilot-context.ts";
import { copilotConversationItemSchema, copilotMessageSchema, titleSchema } from "./copilot-conversations.ts";
import { maxAnchorChars } from "./copilot-limits.ts";
import { plainText } from "./plain-text.ts";

export const branchRequestSchema = z
  .strictObject({
    /** Of the branch, made by whoever asks: the same branch asked for twice is made once. */
    id: z.uuid(),
    kind: contextKindSchema,
    /** The marked words, where the kind is `anchor`. */
    text: plainText.max(maxAnchorChars).optional(),
    /** Empty or absent: it is named by what is said in it first. */
    title: titleSchema.optional(),
  })
  .refine(({ kind, text = "" }) => (kind === "anchor") === (text.trim() !== ""), {
    message: "selected text is required for an anchor, and not allowed otherwise",
    path: ["text"],
  });
export type BranchRequest = z.infer<typeof branchRequestSchema>;

/** How far a branch is from where it began. */
export const driftSchema = z.object({
  /** Of its summary and its parent's, -1 to 1; null where one of them has none yet. */
  similarity: z.number().nullable(),
  has_drifted: z.boolean(),
});
export type Drift = z.infer<typeof driftSchema>;

/** One conversation of a family. */
export const branchNodeSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Null of the root. */
  parent_id: z.string().nullable(),
  /** The message that it was forked after, and the first words of what was asked there. */
  forked_at: z.object({ message_id: z.string(), seq: z.number().int(), words: z.string() }).nullable(),
  context_kind: contextKindSchema.nullable(),
  is_closed: z.boolean(),
  is_archived: z.boolean(),
  state: copilotMessageSchema.shape.state.nullable(),
  messages: z.number().int(),
  /** What was brought back from it. */
  brought_back: z.number().int(),
  summary: z.string(),
  drift: driftSchema.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type BranchNode = z.infer<typeof branchNodeSchema>;

/** Parents before their branches, branches in the order in which they were begun. */
export const branchTreeSchema = z.object({ root_id: z.string(), items: z.array(branchNodeSchema) });
export type BranchTree = z.infer<typeof branchTreeSchema>;

export const comparisonQuerySchema = z.strictObject({ with: z.uuid() });

const comparedSideSchema = copilotConversationItemSchema.extend({ summary: z.string(), drift: driftSchema.nullable() });

/** Two conversations of one family beside each other. */
export const branchComparisonSchema = z.object({
  left: comparedSideSchema,
  right: comparedSideSchema,
  /** What was said in each since they parted; `is_same`: both sides asked the same. A side without an equal is empty. */
  rows: z.array(
    z.object({ is_same: z.boolean(), left: z.array(copilotMessageSchema), right: z.array(copilotMessageSchema) }),
  ),
  /** Which documents the results of each were made from. */
  documents: z.array(z.object({ document: copilotDocumentSchema, in_left: z.boolean(), in_right: z.boolean() })),
  /** Of their summaries, -1 to 1. */
  similarity: z.number().nullable(),
});
export type BranchComparison = z.infer<typeof branchComparisonSchema>;

export const mergeRequestSchema = z.strictObject({
  /** Of the message in the parent, made by whoever asks: the same asked for twice is done once. */
  id: z.uuid(),
  /** The branch's message that is brought back. */
  message_id: z.uuid(),
  /** One finding of it; absent: the whole. */
  finding_id: z.string().min(1).max(100).optional(),
});
export type MergeRequest = z.infer<typeof mergeRequestSchema>;

/** What becomes of the branches of a conversation that is erased. */
export const eraseQuerySchema = z.strictObject({ branches: z.enum(["keep", "erase"]).optional() });
