import { z } from "zod";
import { ticketIdSchema } from "./ids.ts";
import { citationSchema, gradeSchema } from "./messages.ts";
import { plainText } from "./plain-text.ts";

/** Longest message of a playground's run; as long as a visitor's that is answered. */
export const maxPlaygroundChars = 4_000;
const maxTitleChars = 120;

const modelChoice = z.strictObject({ provider: z.string().min(1).max(40), model: plainText.max(200) });

/** What is laid over the tenant's settings and documents. What is absent stays as it is published. */
export const playgroundDraftSchema = z.strictObject({
  guidance: plainText.max(4_000).optional(),
  tone: plainText.max(500).optional(),
  threshold: z.number().min(0).max(1).optional(),
  /** By task, as in the settings. */
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
      /** Versions that stand for the published ones of their documents. */
      add: z.array(z.uuid()).max(50).optional(),
      /** Documents that are left out. */
      leave_out: z.array(z.uuid()).max(200).optional(),
    })
    .optional(),
  /** Only documents of these sets are searched. */
  sets: z.array(plainText.min(1).max(100)).min(1).max(100).optional(),
});
export type PlaygroundDraft = z.infer<typeof playgroundDraftSchema>;

/** What may be laid over the library: its documents with every version that was read, drafts of open releases among them. */
export const playgroundDocumentsSchema = z.object({
  items: z.array(
    z.object({
      document_id: z.string(),
      title: z.string(),
      set: z.string().nullable(),
      /** The newest first. A document without a current one was never published, or is not any more. */
      versions: z.array(
        z.object({
          version_id: z.string(),
          version: z.number().int(),
          is_current: z.boolean(),
          /** The open release that it waits in. */
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
  /** US dollars; null: nobody told what the model costs. */
  cost_usd: z.number().nullable().optional(),
  note: z.string().optional(),
});
export type PlaygroundStep = z.infer<typeof playgroundStepSchema>;

/** What came of one question. */
export const playgroundResultSchema = z.object({
  outcome: z.enum(["answered", "escalated", "clarifying", "small_talk", "proposed", "failed"]),
  /** Of one that a person would be asked about: what was written and not shown. */
  answer: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  /** Grades below it go to a person. */
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
  /** Of an answer that is being written: as far as it is. */
  content: z.string(),
  /** Stood before the run began: of a ticket, or of the run that it was branched from. */
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
  /** The run that it was branched from, and the answer there that it tries again. */
  parent_id: z.string().nullable(),
  parent_message_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const playgroundListSchema = z.object({ items: z.array(runSchema) });
export type PlaygroundListed = z.infer<typeof runSchema>;

/** A run with its messages; what each node did stands with the message (`GET …/messages/{id}`). */
export const playgroundRunSchema = runSchema.extend({
  draft: playgroundDraftSchema,
  messages: z.array(playgroundMessageSchema),
});
export type PlaygroundRun = z.infer<typeof playgroundRunSchema>;

export const playgroundAnswerSchema = playgroundMessageSchema.extend({ steps: z.array(playgroundStepSchema) });
export type PlaygroundAnswer = z.infer<typeof playgroundAnswerSchema>;

export const playgroundSendSchema = z.strictObject({
  /** Made by whoever sends: the same message sent twice is asked once. */
  id: z.uuid(),
  content: plainText.trim().min(1).max(maxPlaygroundChars),
});
export type PlaygroundSend = z.infer<typeof playgroundSendSchema>;

/** How a run begins: empty, with what was said in a ticket, or as another try of an answer. */
export const newPlaygroundRunSchema = z.strictObject({
  draft: playgroundDraftSchema.optional(),
  /** Begins with a ticket's words up to this message, or up to its last; a visitor's is asked again. */
  ticket: z.strictObject({ id: ticketIdSchema, message_id: z.uuid().optional() }).optional(),
  /** Asks the question of this answer again, after the same words. */
  branch: z.strictObject({ run_id: z.uuid(), message_id: z.uuid() }).optional(),
  /** What is asked first, in the same step; its id becomes the run's, so that trying again begins no second one. */
  message: playgroundSendSchema.optional(),
});
export type NewPlaygroundRun = z.infer<typeof newPlaygroundRunSchema>;

export const playgroundChangeSchema = z.strictObject({
  title: plainText.trim().min(1).max(maxTitleChars).optional(),
  draft: playgroundDraftSchema.optional(),
});
