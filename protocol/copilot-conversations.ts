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

const maxTitleChars = 120;
export const titleSchema = plainText.trim().max(maxTitleChars);

const versionId = z.uuid();

/** Tags with `@`, as ids. */
export const copilotMentionsSchema = z.strictObject({
  action: copilotActionSchema.optional(),
  /** Versions of documents. */
  documents: z.array(versionId).max(mostDocuments).optional(),
  /** Names of sets; their documents are used up to the limit. */
  sets: z.array(plainText.max(200)).max(mostDocuments).optional(),
  web: z.boolean().optional(),
  /** Versions that are added to the found ones without limiting the message to them. */
  also: z.array(versionId).max(mostDocuments).optional(),
  /** Documents that the answer does not use. */
  leave_out: z.array(documentIdSchema).max(maxLeftOut).optional(),
});
export type CopilotMentions = z.infer<typeof copilotMentionsSchema>;

const notEmpty = (text: string) => text.trim() !== "";

export const copilotSendSchema = z.strictObject({
  /** Made by the client: a message that is sent twice is stored once. */
  id: z.uuid(),
  text: plainText.max(maxCopilotChars).refine(notEmpty, { message: "must not be empty" }),
  mentions: copilotMentionsSchema.optional(),
  attached: plainText.max(maxAttachedChars).refine(notEmpty, { message: "must not be empty" }).optional(),
});
export type CopilotSend = z.infer<typeof copilotSendSchema>;

/** An answer to a waiting question by a button. Answers in words are sent as a message. */
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

/** A question of the copilot with its answer. */
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

/** The result of a run. */
export const copilotBodySchema = z.object({
  result: copilotResultSchema.nullable(),
  excerpts: z.array(excerptSchema),
  confidence: confidenceSchema,
  /** The evidence. */
  documents: z.array(copilotDocumentSchema),
  /** Passages that were read. */
  read: z.number().int(),
  /** The person continued with little evidence. */
  is_doubtful: z.boolean(),
});
export type CopilotBody = z.infer<typeof copilotBodySchema>;

export const copilotMessageSchema = z.object({
  id: z.string(),
  seq: z.number().int(),
  role: z.enum(["person", "copilot"]),
  /** The person's text; for the copilot a sentence or two on what it did, or why it could not. */
  content: z.string(),
  mentions: copilotMentionsSchema,
  attached: z.string().nullable(),
  state: z.enum(["running", "asking", "done", "failed", "cancelled"]),
  action: copilotActionSchema.nullable(),
  questions: z.array(askedQuestionSchema),
  body: copilotBodySchema.nullable(),
  judged: z.record(z.string(), findingJudgementSchema),
  usage: usageSchema.nullable(),
  /** Set when the message was copied from a branch. */
  merged_from: mergedFromSchema.nullable(),
  /** Parts of it that were copied to the parent conversation. */
  brought_back: z.array(broughtBackSchema),
  created_at: z.iso.datetime(),
});
export type CopilotMessage = z.infer<typeof copilotMessageSchema>;

export const copilotConversationItemSchema = z.object({
  id: z.string(),
  /** Empty before the first message. */
  title: z.string(),
  ticket_id: z.string().nullable(),
  ticket_number: z.number().int().nullable(),
  /** For a branch: its parent; null for others, and when the parent was deleted. */
  parent_id: z.string().nullable(),
  context_kind: contextKindSchema.nullable(),
  /** A closed conversation takes no messages. */
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
  /** Number of its branches. */
  branches: z.number().int(),
  tokens: z.number().int(),
  cost_micros: z.number().int(),
});
export type CopilotListed = z.infer<typeof copilotListedSchema>;

export const copilotListSchema = z.object({ items: z.array(copilotListedSchema), next_cursor: z.string().nullable() });
export type CopilotList = z.infer<typeof copilotListSchema>;
export const copilotConversationSchema = copilotConversationItemSchema.extend({
  /** Its ancestors, the root first. */
  trail: z.array(z.object({ id: z.string(), title: z.string() })),
  /** For a branch: its context. */
  context: copilotContextSchema.nullable(),
  /** Number of its branches. */
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
  /** The first message, in the same request. Its id becomes the conversation's, so that a retry starts no second one. */
  message: copilotSendSchema.optional(),
});
export type NewConversation = z.infer<typeof newConversationSchema>;

export const conversationChangeSchema = z.strictObject({
  title: titleSchema.min(1).optional(),
  is_archived: z.boolean().optional(),
  is_closed: z.boolean().optional(),
});

export const judgementRequestSchema = z.strictObject({
  /** Null removes an earlier verdict. */
  verdict: z.enum(["accepted", "dismissed"]).nullable(),
  reason: plainText.max(1_000).optional(),
});
export type JudgementRequest = z.infer<typeof judgementRequestSchema>;

/** The items that can be tagged. */
export const copilotMenuSchema = z.object({
  documents: z.array(copilotDocumentSchema),
  sets: z.array(z.object({ name: z.string(), documents: z.number().int() })),
  has_web: z.boolean(),
  /** False without a model: results then quote documents and draw no conclusions. */
  has_model: z.boolean(),
  /** A question that the library answers, as an example; null when no document has a heading. */
  question: z.string().nullable(),
});
export type CopilotMenu = z.infer<typeof copilotMenuSchema>;
