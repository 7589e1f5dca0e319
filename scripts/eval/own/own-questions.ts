import { z } from "zod";
import { AppError } from "../../../server/errors.ts";

const turn = z.object({ role: z.enum(["visitor", "user", "assistant", "agent"]), content: z.string() });
const ownQuestion = z.object({
  question: z.string().trim().min(1),
  /** Path, address or title of the document that holds the answer. */
  source: z.string().optional(),
  expected_source: z.string().optional(),
  answer: z.string().optional(),
  expected_answer: z.string().optional(),
  answerable: z.boolean().optional(),
  history: z.array(turn).default([]),
});

/** A question that a tenant wrote down, with what it expects. */
export interface OwnQuestion {
  question: string;
  source: string | null;
  answer: string | null;
  answerable: boolean;
  history: { role: "visitor" | "assistant"; content: string }[];
}

/**
 * Reads a tenant's question file: JSON lines, or one JSON list, or `{questions: [...]}`.
 * @throws AppError `invalid_request` naming the entry that is not a question.
 */
export function parseOwnQuestions(text: string): OwnQuestion[] {
  const rows = rowsOf(text);
  if (rows.length === 0) throw new AppError("invalid_request", "The file holds no questions.");
  return rows.map((row, index) => {
    const parsed = ownQuestion.safeParse(row);
    if (!parsed.success) {
      const why = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
      throw new AppError("invalid_request", `Question ${index + 1} is not as described: ${why}.`);
    }
    const { question, history, answerable, ...expected } = parsed.data;
    return {
      question,
      source: expected.source ?? expected.expected_source ?? null,
      answer: expected.answer ?? expected.expected_answer ?? null,
      answerable: answerable ?? true,
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
      if (row === undefined) throw new AppError("invalid_request", `Line ${index + 1} is no JSON.`);
      return row;
    });
}

/** Undefined when it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
