import { z } from "zod";

/** The context of a branch: everything up to a message, its summary, or marked words. */
export const contextKindSchema = z.enum(["whole", "summary", "anchor"]);
export type ContextKind = z.infer<typeof contextKindSchema>;

/** The context of a branch, as it was when the branch began. */
export const copilotContextSchema = z.object({
  kind: contextKindSchema,
  /** The summary, or the marked words; empty for `whole`. */
  text: z.string(),
  /** The writer of the summary. */
  by: z.enum(["rules", "model"]).nullable(),
  /** For `whole`: the earlier messages, oldest first. */
  said: z.array(z.object({ role: z.enum(["person", "copilot"]), content: z.string() })),
  /** For `whole`, if it was long: summaries of the messages before, ten each. */
  summaries: z.array(z.string()),
  /** Titles of the documents that were used there and that its words may mean. */
  documents: z.array(z.string()),
  /** The message after which it was forked; null when its conversation was deleted. */
  message_id: z.string().nullable(),
});
export type CopilotContext = z.infer<typeof copilotContextSchema>;

/** The origin of a message that was copied from a branch. */
export const mergedFromSchema = z.object({
  /** Null when the branch was deleted. */
  conversation_id: z.string().nullable(),
  message_id: z.string(),
  finding_id: z.string().nullable(),
  /** The title of the branch at that time. */
  title: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type MergedFrom = z.infer<typeof mergedFromSchema>;

/** A copied part of a branch's message, and its place. */
export const broughtBackSchema = z.object({
  conversation_id: z.string(),
  message_id: z.string(),
  finding_id: z.string().nullable(),
  title: z.string(),
  at: z.iso.datetime(),
});
export type BroughtBack = z.infer<typeof broughtBackSchema>;
