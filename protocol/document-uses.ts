import { z } from "zod";

export const documentChunksQuerySchema = z.object({
  /** Position of the first passage in reading order. */
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type DocumentChunksQuery = z.infer<typeof documentChunksQuerySchema>;
/** The indexed passages of a document. */
export const documentChunksResponseSchema = z.object({
  /** The version that answers use; null before the first. */
  version: z.number().int().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      ordinal: z.number().int(),
      heading: z.string().nullable(),
      page: z.number().int().nullable(),
      text: z.string(),
    }),
  ),
  next_from: z.number().int().nullable(),
});
export type DocumentChunks = z.infer<typeof documentChunksResponseSchema>;

/** The last answers that cited a document, newest first. */
export const documentCitationsResponseSchema = z.object({
  items: z.array(
    z.object({
      message_id: z.string(),
      ticket: z.object({ id: z.string(), number: z.number().int(), subject: z.string() }),
      quote: z.string(),
      page: z.number().int().nullable(),
      at: z.string(),
    }),
  ),
});
export type DocumentCitations = z.infer<typeof documentCitationsResponseSchema>;
