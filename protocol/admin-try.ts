import { z } from "zod";
import { citationSchema, escalationReasonSchema, gradeSchema } from "./messages.ts";
import { plainText } from "./requests.ts";

export const tryAnswerRequestSchema = z.strictObject({ q: plainText.trim().min(1).max(2_000) });

/** The answer to a visitor's first question at this moment, without the cache. Nothing of it is stored. */
export const triedAnswerSchema = z.object({
  /** `handed_over`: the team receives the text as a draft. `asked_back`: the assistant asks the visitor which meaning is intended. */
  outcome: z.enum(["answered", "handed_over", "asked_back"]),
  /** Reason for the hand-over; null otherwise. */
  reason: escalationReasonSchema.nullable(),
  content: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  /** A lower grade is handed over. */
  threshold: z.number(),
  /** For `asked_back`: the options for the visitor. */
  options: z.array(z.string()),
  /** The passages that were read, best first. */
  read: z.array(z.string()),
  took_ms: z.number(),
});
export type TriedAnswer = z.infer<typeof triedAnswerSchema>;
