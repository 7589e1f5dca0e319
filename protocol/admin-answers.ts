import { z } from "zod";

/** Most sources that one answer may name. */
export const maxAnswerCitations = 20;

/**
 * The sources of a person's answer, by the marks `[n]` in its text: which passage each stands for. What visitors are shown of it (title, page,
 * quote) the server takes from the passage.
 */
export const answerCitationsSchema = z
  .array(z.strictObject({ index: z.number().int().min(1).max(99), chunk_id: z.uuid() }))
  .max(maxAnswerCitations)
  .refine((items) => new Set(items.map(({ index }) => index)).size === items.length, {
    message: "must not contain a number twice",
  });
export type AnswerCitations = z.infer<typeof answerCitationsSchema>;
