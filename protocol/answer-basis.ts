import { z } from "zod";
import { reportOutcomeSchema } from "./messages.ts";
import { plainText } from "./plain-text.ts";

/** Most parts of each kind, and the longest part in characters: a visitor reads a short list. */
export const maxBasisParts = 5;
export const maxBasisPartChars = 300;

/** One source of an answer. A tool's result is a source, too. */
export const basisSourceSchema = z.object({
  type: z.enum(["document", "tool"]),
  title: z.string(),
  /** The numbers in the answer's text that name this source. */
  indexes: z.array(z.number().int().positive()),
  /** The document's version that the answer used. Null for a tool, and for a document that visitors may not read any more. */
  version: z.number().int().positive().nullable(),
  /** When this version was added, or when the tool was called. */
  dated: z.string().nullable(),
  /** False when the document has a newer version, or when visitors may not read it any more. */
  is_current: z.boolean(),
});
export type BasisSource = z.infer<typeof basisSourceSchema>;

const partsSchema = z.array(z.string().max(maxBasisPartChars)).max(maxBasisParts);

/** Longest sentence with which a visitor says what is wrong, in characters. */
const maxReportChars = 300;

/** `POST /answers/:id/report`: the visitor says that an answer is wrong, and can add why. */
export const reportRequestSchema = z.strictObject({ text: plainText.trim().max(maxReportChars).optional() });

/** The visitor's report of an answer. `open`: the team has not decided yet. */
export const reportStateSchema = z.object({
  state: z.enum(["open", ...reportOutcomeSchema.options]),
  at: z.string(),
});
export type ReportState = z.infer<typeof reportStateSchema>;

/** Why the assistant gave an answer: its sources, and the parts that they do not cover. */
export const answerBasisSchema = z.object({
  /** An assistant (AI) wrote the answer. */
  written_by: z.literal("assistant"),
  sources: z.array(basisSourceSchema),
  /** Parts of the question that the sources do not answer. */
  missing: partsSchema,
  /** Statements of the answer that no source supports. */
  unsupported: partsSchema,
  /** The visitor's report of this answer, if there is one. */
  report: reportStateSchema.nullable(),
});
export type AnswerBasis = z.infer<typeof answerBasisSchema>;
