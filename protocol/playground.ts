import { z } from "zod";
import { ticketIdSchema } from "./ids.ts";
import { citationSchema, gradeSchema } from "./messages.ts";
import { plainText } from "./plain-text.ts";

/** Longest message in a playground run, in characters: the limit of visitors' messages that are answered. */
export const maxPlaygroundChars = 4_000;
const maxTitleChars = 120;

const modelChoice = z.strictObject({ provider: z.string().min(1).max(40), model: plainText.max(200) });

/** Changes on top of the tenant's settings and documents. A missing field keeps the published value. */
export const playgroundDraftSchema = z.strictObject({
  guidance: plainText.max(4_000).optional(),
  tone: plainText.max(500).optional(),
  threshold: z.number().min(0).max(1).optional(),
  /** Models by task, as in the settings. */
  models: z
    .strictObject({
      contextualize: modelChoice.optional(),
      generate: modelChoice.optional(),
      grade: modelChoice.optional(),
      summarize: modelChoice.optional(),
    })
    .optional(),
  versions: z
    .strictObject({
      /** Versions that replace the published versions of their documents. */
      add: z.array(z.uuid()).max(50).optional(),
      /** Documents that are left out. */
      leave_out: z.array(z.uuid()).max(200).optional(),
    })
    .optional(),
  /** Only documents of these sets are searched. */
  sets: z.array(plainText.min(1).max(100)).min(1).max(100).optional(),
});
export type PlaygroundDraft = z.infer<typeof playgroundDraftSchema>;

/** Documents that a run can change: each with all parsed versions, including drafts of open releases. */
export const playgroundDocumentsSchema = z.object({
  items: z.array(
    z.object({
      document_id: z.string(),
      title: z.string(),
      set: z.string().nullable(),
      /** Newest first. A document without a current version was never published or is no longer published. */
      versions: z.array(
        z.object({
          version_id: z.string(),
          version: z.number().int(),
          is_current: z.boolean(),
          /** The open release that contains the version. */
          release: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type PlaygroundDocuments = z.infer<typeof playgroundDocumentsSchema>;

export const playgroundStepSchema = z.object({
  node: z.string(),
  input: z.unknown(),
  output: z.unknown(),
  ms: z.number(),
  tokens: z.object({ input: z.number(), output: z.number() }).optional(),
  /** US dollars; null: the model has no known price. */
  cost_usd: z.number().nullable().optional(),
  note: z.string().optional(),
});
export type PlaygroundStep = z.infer<typeof playgroundStepSchema>;

/** The result of one question. */
export const playgroundResultSchema = z.object({
  outcome: z.enum(["answered", "escalated", "clarifying", "small_talk", "proposed", "failed"]),
  /** For a question that would be handed over: the text that the visitor would not see. */
  answer: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  /** A lower grade is handed over. */
  threshold: z.number(),
  reason: z.string().nullable(),
  rephrased_question: z.string(),
  options: z.array(z.string()),
  cache: z
    .object({
      hit: z.boolean(),
      similarity: z.number().nullable(),
      reason: z.string(),
      question: z.string().optional(),
    })
    .nullable(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number(), cost_usd: z.number().nullable() }),
  ms: z.number(),
});
export type PlaygroundResult = z.infer<typeof playgroundResultSchema>;

export const playgroundMessageSchema = z.object({
  id: z.string(),
  role: z.enum(["visitor", "assistant"]),
  /** While the answer is being written: the text so far. */
  content: z.string(),
  /** The message existed before the run: it comes from a ticket or from the parent run. */
  is_given: z.boolean(),
  state: z.enum(["running", "done", "failed", "cancelled"]),
  draft: playgroundDraftSchema,
  result: playgroundResultSchema.nullable(),
  created_at: z.string(),
});
export type PlaygroundMessage = z.infer<typeof playgroundMessageSchema>;

const runSchema = z.object({
  id: z.string(),
  title: z.string(),
  ticket_id: z.string().nullable(),
  /** The parent run, and the answer in it that this run tries again. */
  parent_id: z.string().nullable(),
  parent_message_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const playgroundListSchema = z.object({ items: z.array(runSchema) });
export type PlaygroundListed = z.infer<typeof runSchema>;

/** A run with its messages. The steps of each graph node come with the single message (`GET …/messages/{id}`). */
export const playgroundRunSchema = runSchema.extend({
  draft: playgroundDraftSchema,
  messages: z.array(playgroundMessageSchema),
});
export type PlaygroundRun = z.infer<typeof playgroundRunSchema>;

export const playgroundAnswerSchema = playgroundMessageSchema.extend({ steps: z.array(playgroundStepSchema) });
export type PlaygroundAnswer = z.infer<typeof playgroundAnswerSchema>;

export const playgroundSendSchema = z.strictObject({
  /** Created by the sender: a message that is sent twice is processed once. */
  id: z.uuid(),
  content: plainText.trim().min(1).max(maxPlaygroundChars),
});
export type PlaygroundSend = z.infer<typeof playgroundSendSchema>;

/** Start of a run: empty, with a ticket's messages, or as a new attempt at an answer. */
export const newPlaygroundRunSchema = z.strictObject({
  draft: playgroundDraftSchema.optional(),
  /** Starts with a ticket's messages up to this one, or up to the last; a visitor's message is asked again. */
  ticket: z.strictObject({ id: ticketIdSchema, message_id: z.uuid().optional() }).optional(),
  /** Asks the question of this answer again, after the same messages. */
  branch: z.strictObject({ run_id: z.uuid(), message_id: z.uuid() }).optional(),
  /** The first message, in the same request. Its id becomes the run's, so that a retry starts no second run. */
  message: playgroundSendSchema.optional(),
});
export type NewPlaygroundRun = z.infer<typeof newPlaygroundRunSchema>;

export const playgroundChangeSchema = z.strictObject({
  title: plainText.trim().min(1).max(maxTitleChars).optional(),
  draft: playgroundDraftSchema.optional(),
});
