import { z } from "zod";
import { listQuerySchema } from "./admin.ts";
import { snippetStateSchema } from "./admin-snippets.ts";

/** `open`: not answered yet. `closed`: newer knowledge answers its question. `ignored`: it needs no answer. */
export const gapStatusSchema = z.enum(["open", "closed", "ignored"]);
export type GapStatus = z.infer<typeof gapStatusSchema>;

/** Why a question counts. */
export const gapCauseSchema = z.enum([
  "no_documents",
  "low_grade",
  "disliked",
  "reported",
  "answered_differently",
  "asked_for_person",
]);
export type GapCause = z.infer<typeof gapCauseSchema>;

/** The passage that answers a closed gap's question, with the assistant's confidence. */
export const gapAnsweredSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  heading: z.string().nullable(),
  quote: z.string(),
  score: z.number(),
});
export type GapAnswered = z.infer<typeof gapAnsweredSchema>;

export const gapSchema = z.object({
  id: z.string(),
  status: gapStatusSchema,
  /** Its most typical question, which is its name. */
  question: z.string(),
  questions: z.number().int(),
  tickets: z.number().int(),
  /** Cost of its questions so far, in minutes of agents' time. */
  cost_minutes: z.number(),
  /** Number of questions per cause; a cause without questions is missing. */
  causes: z.partialRecord(gapCauseSchema, z.number().int()),
  /** Number of questions with an agent's answer, from which a snippet can be drafted. */
  answers: z.number().int(),
  first_asked_at: z.string(),
  last_asked_at: z.string(),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  /** The answer; null unless it is closed. */
  answered: gapAnsweredSchema.nullable(),
  /** The person who ignored it; null unless it is ignored. */
  ignored: z.object({ name: z.string(), at: z.string() }).nullable(),
  /** The snippet that was drafted from it; null when there is none or it was deleted. */
  snippet: z.object({ id: z.string(), state: snippetStateSchema }).nullable(),
});
export type GapView = z.infer<typeof gapSchema>;

export const gapListQuerySchema = listQuerySchema.extend({ status: gapStatusSchema.default("open") });
export type GapListQuery = z.infer<typeof gapListQuerySchema>;

const gapCountsSchema = z.object({
  open: z.number().int(),
  closed: z.number().int(),
  ignored: z.number().int(),
});
export const gapListResponseSchema = z.object({
  items: z.array(gapSchema),
  next_cursor: z.string().nullable(),
  /** Numbers of all gaps, without the filter. */
  counts: gapCountsSchema,
  /** Questions that count but were asked only once: they are in no gap. */
  asked_once: z.number().int(),
  /** False when the embedding model failed at the last run; without vectors no question finds its gap. */
  has_vectors: z.boolean(),
  /** The end of the last run; null before the first. */
  looked_at: z.string().nullable(),
});
export type GapListResponse = z.infer<typeof gapListResponseSchema>;

export const gapQuestionSchema = z.object({
  question: z.string(),
  ticket: z.object({ id: z.string(), number: z.number().int() }),
  asked_at: z.string(),
  causes: z.array(gapCauseSchema),
  /** The visitor's words about a reported answer; null without a report or without words. */
  report: z.string().nullable(),
  cost_minutes: z.number(),
  /** An agent's reply that would have answered it; null without one. */
  answer: z.object({ text: z.string(), agent: z.string().nullable(), is_liked: z.boolean() }).nullable(),
});
export type GapQuestion = z.infer<typeof gapQuestionSchema>;

/** A question that counts but was asked only once, so that it is in no gap. A gap can be opened for it by its turn. */
export const questionAskedOnceSchema = gapQuestionSchema.extend({ turn_id: z.string() });
export type QuestionAskedOnce = z.infer<typeof questionAskedOnceSchema>;
export const questionsAskedOnceSchema = z.object({
  items: z.array(questionAskedOnceSchema),
  next_cursor: z.string().nullable(),
});
export const openGapSchema = z.object({ turn_id: z.uuid() });

export const gapDetailSchema = z.object({
  gap: gapSchema,
  /** The most typical question, then the newest; at most 100. */
  items: z.array(gapQuestionSchema),
  /** The passages nearest to the question. */
  nearest: z.array(
    z.object({
      document_id: z.string(),
      title: z.string(),
      heading: z.string().nullable(),
      text: z.string(),
      score: z.number(),
    }),
  ),
});
export type GapDetail = z.infer<typeof gapDetailSchema>;

/** A snippet that is proposed from a gap. */
export const gapDraftSchema = z.object({
  snippet_id: z.string(),
  question: z.string(),
  answer: z.string(),
  /** `agent`: an agent's answer, cleaned. `model`: written by a model from agents' answers. Null: drafted earlier. */
  made_from: z.enum(["agent", "model"]).nullable(),
});
export type GapDraft = z.infer<typeof gapDraftSchema>;

/** Agents' answers in other tickets to nearly the same question, nearest first. */
export const similarTicketsSchema = z.object({
  items: z.array(
    z.object({
      ticket: z.object({ id: z.string(), number: z.number().int() }),
      question: z.string(),
      answer: z.string(),
      agent: z.string().nullable(),
      asked_at: z.string(),
    }),
  ),
});
export type SimilarTickets = z.infer<typeof similarTicketsSchema>;
