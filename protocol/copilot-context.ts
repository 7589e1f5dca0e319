import { z } from "zod";

/** What of a conversation a branch reads: everything up to a message, its summary, or words that were marked. */
export const contextKindSchema = z.enum(["whole", "summary", "anchor"]);
export type ContextKind = z.infer<typeof contextKindSchema>;

/** What a branch was given along, as it stood then. */
export const copilotContextSchema = z.object({
  kind: contextKindSchema,
  /** The summary, or the marked words; empty of the whole. */
  text: z.string(),
  /** Who wrote the summary. */
  by: z.enum(["rules", "model"]).nullable(),
  /** Of the whole: what was said before, oldest first. */
  said: z.array(z.object({ role: z.enum(["person", "copilot"]), content: z.string() })),
  /** Of the whole, where it was long: what was said before that, ten messages each. */
  summaries: z.array(z.string()),
  /** Titles of the documents that were used there and that its words can mean. */
  documents: z.array(z.string()),
  /** The message that it was forked after; null where its conversation is gone. */
  message_id: z.string().nullable(),
});
export type CopilotContext = z.infer<typeof copilotContextSchema>;

/** A message that was brought back from a branch: where it was taken from. */
export const mergedFromSchema = z.object({
  /** Null: the branch is gone. */
  conversation_id: z.string().nullable(),
  message_id: z.string(),
  finding_id: z.string().nullable(),
  /** As the branch was called then. */
  title: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type MergedFrom = z.infer<typeof mergedFromSchema>;

/** What of a branch's message was brought back, and where it stands now. */
export const broughtBackSchema = z.object({
  conversation_id: z.string(),
  message_id: z.string(),
  finding_id: z.string().nullable(),
  title: z.string(),
  at: z.iso.datetime(),
});
export type BroughtBack = z.infer<typeof broughtBackSchema>;
