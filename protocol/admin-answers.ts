import { z } from "zod";

/** Most sources that one answer may cite. */
const maxAnswerCitations = 20;

/**
 * The sources of an agent's answer: the passage behind each mark `[n]` in its text. The server takes the source that visitors see (title,
 * page, quote) from the passage.
 */
export const answerCitationsSchema = z
  .array(z.strictObject({ index: z.number().int().min(1).max(99), chunk_id: z.uuid() }))
  .max(maxAnswerCitations)
  .refine((items) => new Set(items.map(({ index }) => index)).size === items.length, {
    message: "must not contain a number twice",
  });
export type AnswerCitations = z.infer<typeof answerCitationsSchema>;
