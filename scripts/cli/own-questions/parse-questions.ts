import { z } from "zod";
import { AppError } from "../../../server/core/errors.ts";
import { parseJson } from "../read-file.ts";

const turn = z.object({ role: z.enum(["visitor", "user", "assistant", "agent"]), content: z.string() });
const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());
const ownQuestion = z.object({
  question: z.string().trim().min(1),
  /** The set of the report that counts the question. */
  set: z.string().trim().min(1).default("questions"),
  /** Path, address or title of the document with the answer. With several, each has the answer. */
  source: oneOrMore.optional(),
  expected_source: oneOrMore.optional(),
  /** The expected answer, in any wording. */
  answer: z.string().optional(),
  expected_answer: z.string().optional(),
  /** The document's own words that a complete answer contains. */
  evidence: oneOrMore.optional(),
  answerable: z.boolean().optional(),
  /** True when the team should answer; the same as `answerable: false`. */
  person: z.boolean().optional(),
  history: z.array(turn).default([]),
});

/** A tenant's question with its expectations. */
export interface OwnQuestion {
  question: string;
  set: string;
  sources: string[];
  answer: string | null;
  evidence: string | null;
  answerable: boolean;
  history: { role: "visitor" | "assistant"; content: string }[];
}

/**
 * Reads a tenant's question file: JSON lines, one JSON list, or `{questions: [...]}`.
 * @throws AppError `invalid_request` with the number of the invalid question.
 */
export function parseOwnQuestions(text: string): OwnQuestion[] {
  const rows = rowsOf(text);
  if (rows.length === 0) throw new AppError("invalid_request", "The file contains no questions.");
  return rows.map((row, index) => {
    const parsed = ownQuestion.safeParse(row);
    if (!parsed.success) {
      const why = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
      throw new AppError("invalid_request", `Question ${index + 1} is invalid: ${why}.`);
    }
    const { question, set, history, answerable, person, evidence, ...expected } = parsed.data;
    if (person !== undefined && answerable === person)
      throw new AppError("invalid_request", `Question ${index + 1} is contradictory: set either person or answerable.`);
    return {
      question,
      set,
      sources: expected.source ?? expected.expected_source ?? [],
      answer: expected.answer ?? expected.expected_answer ?? null,
      evidence: evidence?.join("\n") ?? null,
      answerable: answerable ?? !person,
      history: history.map(({ role, content }) => ({
        role: role === "visitor" || role === "user" ? ("visitor" as const) : ("assistant" as const),
        content,
      })),
    };
  });
}

function rowsOf(text: string): unknown[] {
  const whole = parseJson(text);
  if (Array.isArray(whole)) return whole;
  const wrapped = z.object({ questions: z.array(z.unknown()) }).safeParse(whole);
  if (wrapped.success) return wrapped.data.questions;
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const row = parseJson(line);
      if (row === undefined) throw new AppError("invalid_request", `Line ${index + 1} is not valid JSON.`);
      return row;
    });
}
