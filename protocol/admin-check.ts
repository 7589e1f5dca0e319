import { z } from "zod";
import { answerCitationsSchema } from "./admin-answers.ts";
import { gradeSchema } from "./messages.ts";
import { plainText } from "./requests.ts";

/** As long as an answer may be. */
export const maxCheckedChars = 20_000;

export const checkRequestSchema = z.strictObject({
  text: plainText.max(maxCheckedChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  /** The sources that the text names so far; they are read first. */
  citations: answerCitationsSchema.optional(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;

/**
 * What the documents say to one sentence. `supported`: it was found in a passage; whether that is true nobody checks. `contradicted`: a passage
 * says nearly the same with another number, the opposite word, or a negation more or less. `not_found`: no passage says it. `aside`: it states
 * nothing that could be looked up, such as a greeting or a question.
 */
export const verdictSchema = z.enum(["supported", "contradicted", "not_found", "aside"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** In what a sentence and its passage differ, in the words of each. */
export const differenceSchema = z.object({
  kind: z.enum(["number", "negation", "opposite"]),
  here: z.string(),
  there: z.string(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const checkedSentenceSchema = z.object({
  /** Place in the text that was sent, in UTF-16 units. */
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
  verdict: verdictSchema,
  /** Place in `passages`; of `not_found` the nearest, if any is near. */
  passage: z.number().int().nullable(),
  /** Stands in the passage word for word. */
  quote: z.string().max(300).nullable(),
  difference: differenceSchema.nullable(),
});
export type CheckedSentence = z.infer<typeof checkedSentenceSchema>;

export const checkedPassageSchema = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  /** Why visitors may not be shown it; null when they may, and it can be cited. */
  hidden: z.enum(["internal", "not_yet_valid", "expired", "other_set", "retired", "outdated"]).nullable(),
});
export type CheckedPassage = z.infer<typeof checkedPassageSchema>;

export const checkedAnswerSchema = z.object({
  sentences: z.array(checkedSentenceSchema),
  /** Those that sentences point at. */
  passages: z.array(checkedPassageSchema),
  /** How many passages were read. */
  read: z.number().int(),
  /** What the visitor asked and the text does not answer, in the words of the question or of the model. */
  missing: z.array(z.string()),
  /** By the grader of the assistant's answers, or the share that was found; null when nothing states anything. */
  grade: gradeSchema.nullable(),
  /** Below it the assistant would have asked a person. */
  threshold: z.number(),
  judge: z.enum(["model", "rules"]),
  /** Why no model was asked although there is one. */
  without_model: z.enum(["over_budget", "failed"]).nullable(),
  took_ms: z.number(),
});
export type CheckedAnswer = z.infer<typeof checkedAnswerSchema>;
