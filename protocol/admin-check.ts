import { z } from "zod";
import { answerCitationsSchema } from "./admin-answers.ts";
import { gradeSchema } from "./messages.ts";
import { plainText } from "./requests.ts";

/** Longest text to check, in characters: the limit of an answer. */
const maxCheckedChars = 20_000;

export const checkRequestSchema = z.strictObject({
  text: plainText.max(maxCheckedChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  /** The sources that the text cites so far. They are read first. */
  citations: answerCitationsSchema.optional(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;

/**
 * How the documents relate to one sentence. `supported`: a passage says it; nobody checks whether the passage is true. `contradicted`: a
 * passage says nearly the same with another number, the opposite word, or one negation more or less. `not_found`: no passage says it.
 * `aside`: the sentence states nothing that could be checked, such as a greeting or a question.
 */
export const verdictSchema = z.enum(["supported", "contradicted", "not_found", "aside"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** The difference between a sentence and its passage, in the words of each. */
export const differenceSchema = z.object({
  kind: z.enum(["number", "negation", "opposite"]),
  here: z.string(),
  there: z.string(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const checkedSentenceSchema = z.object({
  /** Position in the text of the request, in UTF-16 units. */
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
  verdict: verdictSchema,
  /** Index into `passages`; for `not_found` the nearest passage, if one is near. */
  passage: z.number().int().nullable(),
  /** Words that occur in the passage exactly like this. */
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
  /** Reason why visitors may not see the passage; null when they may, and when it can be cited. */
  hidden: z.enum(["internal", "not_yet_valid", "expired", "other_set", "retired", "outdated"]).nullable(),
});
export type CheckedPassage = z.infer<typeof checkedPassageSchema>;

export const checkedAnswerSchema = z.object({
  sentences: z.array(checkedSentenceSchema),
  /** Passages that sentences refer to. */
  passages: z.array(checkedPassageSchema),
  /** Number of passages that were read. */
  read: z.number().int(),
  /** Parts of the visitor's question that the text does not answer, in the words of the question or of the model. */
  missing: z.array(z.string()),
  /** Confidence from the grader of the assistant's answers, or the share of supported sentences; null when the text states nothing. */
  grade: gradeSchema.nullable(),
  /** With a lower grade the assistant would have handed over. */
  threshold: z.number(),
  judge: z.enum(["model", "rules"]),
  /** Reason why no model was called although one is configured. */
  without_model: z.enum(["over_budget", "failed"]).nullable(),
  took_ms: z.number(),
});
export type CheckedAnswer = z.infer<typeof checkedAnswerSchema>;
