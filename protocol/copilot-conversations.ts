import { z } from "zod";
import {
  confidenceSchema,
  copilotActionSchema,
  copilotDocumentSchema,
  copilotQuestionSchema,
  copilotResultSchema,
  excerptSchema,
} from "./copilot.ts";
import { broughtBackSchema, contextKindSchema, copilotContextSchema, mergedFromSchema } from "./copilot-context.ts";
import { maxAttachedChars, maxCopilotChars, maxLeftOut, mostDocuments } from "./copilot-limits.ts";
import { documentIdSchema, ticketIdSchema } from "./ids.ts";
import { usageSchema } from "./messages.ts";
import { plainText } from "./plain-text.ts";

export { maxAttachedChars, maxCopilotChars };

const maxTitleChars = 120;
export const titleSchema = plainText.trim().max(maxTitleChars);

const versionId = z.uuid();

/** What was tagged with `@`: ids, never names. */
export const copilotMentionsSchema = z.strictObject({
  action: copilotActionSchema.optional(),
  /** Versions of documents. */
  documents: z.array(versionId).max(mostDocuments).optional(),
  /** Names of sets: their documents, as far as five go. */
  sets: z.array(plainText.max(200)).max(mostDocuments).optional(),
  web: z.boolean().optional(),
  /** Versions that go in beside what is found, without the message being about them alone. */
  also: z.array(versionId).max(mostDocuments).optional(),
  /** Documents that stay out of what this message is answered from. */
  leave_out: z.array(documentIdSchema).max(maxLeftOut).optional(),
});
export type CopilotMentions = z.infer<typeof copilotMentionsSchema>;

const notEmpty = (text: string) => text.trim() !== "";

export const copilotSendSchema = z.strictObject({
  /** Made by whoever sends: the same message sent twice is stored once. */
  id: z.uuid(),
  text: plainText.max(maxCopilotChars).refine(notEmpty, { message: "must not be empty" }),
  mentions: copilotMentionsSchema.optional(),
  attached: plainText.max(maxAttachedChars).refine(notEmpty, { message: "must not be empty" }).optional(),
});
export type CopilotSend = z.infer<typeof copilotSendSchema>;

/** What is answered to a question that waits, by a button. Words are sent as a message. */
export const copilotAnswerSchema = z.strictObject({
  question_id: z.uuid(),
  answer: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("action"), action: copilotActionSchema }),
    z.strictObject({ type: z.literal("documents"), documents: z.array(versionId).min(1).max(mostDocuments) }),
    z.strictObject({ type: z.literal("text"), text: plainText.max(maxAttachedChars).refine(notEmpty) }),
    z.strictObject({ type: z.literal("go_on") }),
    z.strictObject({ type: z.literal("search_web") }),
    z.strictObject({ type: z.literal("cancel") }),
  ]),
});
export type CopilotAnswer = z.infer<typeof copilotAnswerSchema>["answer"];

/** A question of the copilot, and what came of it. */
export const askedQuestionSchema = z.object({
  question: copilotQuestionSchema,
  /** In words; null while it waits. */
  answered: z.string().nullable(),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

export const findingJudgementSchema = z.object({
  verdict: z.enum(["accepted", "dismissed"]),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type FindingJudgement = z.infer<typeof findingJudgementSchema>;

/** What a run came to. */
export const copilotBodySchema = z.object({
  result: copilotResultSchema.nullable(),
  excerpts: z.array(excerptSchema),
  confidence: confidenceSchema,
  /** What it was made from. */
  documents: z.array(copilotDocumentSchema),
  /** Passages that were read. */
  read: z.number().int(),
  /** The person went on although little was found. */
  is_doubtful: z.boolean(),
});
export type CopilotBody = z.infer<typeof copilotBodySchema>;

export const copilotMessageSchema = z.object({
  id: z.string(),
  seq: z.number().int(),
  role: z.enum(["person", "copilot"]),
  /** What the person wrote; of the copilot a sentence or two on what it did, or why it could not. */
  content: z.string(),
  mentions: copilotMentionsSchema,
  attached: z.string().nullable(),
  state: z.enum(["running", "asking", "done", "failed", "cancelled"]),
  action: copilotActionSchema.nullable(),
  questions: z.array(askedQuestionSchema),
  body: copilotBodySchema.nullable(),
  judged: z.record(z.string(), findingJudgementSchema),
  usage: usageSchema.nullable(),
  /** Not said here but brought back from a branch. */
  merged_from: mergedFromSchema.nullable(),
  /** What of it was brought back to the conversation that this one was forked from. */
  brought_back: z.array(broughtBackSchema),
  created_at: z.iso.datetime(),
});
export type CopilotMessage = z.infer<typeof copilotMessageSchema>;

export const copilotConversationItemSchema = z.object({
  id: z.string(),
  /** Empty until something was said. */
  title: z.string(),
  ticket_id: z.string().nullable(),
  ticket_number: z.number().int().nullable(),
  /** Of a branch: what it was forked from; null of any other, and where that is gone. */
  parent_id: z.string().nullable(),
  context_kind: contextKindSchema.nullable(),
  /** A closed one takes no messages. */
  is_closed: z.boolean(),
  is_archived: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type CopilotConversationItem = z.infer<typeof copilotConversationItemSchema>;

export const copilotListedSchema = copilotConversationItemSchema.extend({
  state: copilotMessageSchema.shape.state.nullable(),
  /** The beginning of the newest message. */
  last_message: z.string(),
  /** How many were forked from it. */
  branches: z.number().int(),
  tokens: z.number().int(),
  cost_micros: z.number().int(),
});
export type CopilotListed = z.infer<typeof copilotListedSchema>;

export const copilotListSchema = z.object({ items: z.array(copilotListedSchema), next_cursor: z.string().nullable() });
export type CopilotList = z.infer<typeof copilotListSchema>;
export const copilotConversationSchema = copilotConversationItemSchema.extend({
  /** The conversations that it was forked from, the first of them first. */
  trail: z.array(z.object({ id: z.string(), title: z.string() })),
  /** What it was given along, of a branch. */
  context: copilotContextSchema.nullable(),
  /** How many were forked from it. */
  branches: z.number().int(),
  messages: z.array(copilotMessageSchema),
});
export type CopilotConversation = z.infer<typeof copilotConversationSchema>;

export const copilotListQuerySchema = z.strictObject({
  q: plainText.max(200).optional(),
  archived: z.enum(["true", "false"]).optional(),
  cursor: z.uuid().optional(),
});

export const newConversationSchema = z.strictObject({
  title: titleSchema.optional(),
  ticket_id: ticketIdSchema.optional(),
  /** What is said first, in the same step; its id becomes the conversation's, so that trying again begins no second one. */
  message: copilotSendSchema.optional(),
});
export type NewConversation = z.infer<typeof newConversationSchema>;

export const conversationChangeSchema = z.strictObject({
  title: titleSchema.min(1).optional(),
  is_archived: z.boolean().optional(),
  is_closed: z.boolean().optional(),
});

export const judgementRequestSchema = z.strictObject({
  /** Null takes an earlier one back. */
  verdict: z.enum(["accepted", "dismissed"]).nullable(),
  reason: plainText.max(1_000).optional(),
});
export type JudgementRequest = z.infer<typeof judgementRequestSchema>;

/** What can be tagged. */
export const copilotMenuSchema = z.object({
  documents: z.array(copilotDocumentSchema),
  sets: z.array(z.object({ name: z.string(), documents: z.number().int() })),
  has_web: z.boolean(),
  /** Whether a model concludes; otherwise results quote and do not judge. */
  has_model: z.boolean(),
});
export type CopilotMenu = z.infer<typeof copilotMenuSchema>;
