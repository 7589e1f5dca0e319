import { z } from "zod";
import { citationSchema, escalationReasonSchema, gradeSchema } from "./messages.ts";
import { plainText } from "./requests.ts";

export const tryAnswerRequestSchema = z.strictObject({ q: plainText.trim().min(1).max(2_000) });

/** What a visitor who asks this first would get now, past the cache. Nothing of it is stored. */
export const triedAnswerSchema = z.object({
  /** `handed_over`: what was written goes to a person as a draft. `asked_back`: the visitor is asked which reading is meant. */
  outcome: z.enum(["answered", "handed_over", "asked_back"]),
  /** Why a person is asked; null otherwise. */
  reason: escalationReasonSchema.nullable(),
  content: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  /** Grades below it are handed over. */
  threshold: z.number(),
  /** Of a question back: what the visitor chooses among. */
  options: z.array(z.string()),
  /** The passages that were read, best first. */
  read: z.array(z.string()),
  took_ms: z.number(),
});
export type TriedAnswer = z.infer<typeof triedAnswerSchema>;
