import { z } from "zod";
import { plainText } from "./plain-text.ts";

/** Longest text that articles are searched with, in characters: what fits into a search field. */
export const maxArticleQueryChars = 200;
/** Longest quote of a found article, in characters. */
export const maxArticleQuoteChars = 160;

export const articleSearchQuerySchema = z.object({ q: plainText.max(maxArticleQueryChars) });

/** A document that visitors may read, with the passage of it that fits what was typed. */
export const foundArticleSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Headings above the passage from the outermost in. */
  heading: z.string().nullable(),
  /** Where in the document to open it. */
  chunk_id: z.string(),
  quote: z.string().max(maxArticleQuoteChars),
  /** What of the quote was typed, as offsets into it; in order, never overlapping. */
  marks: z.array(z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() })),
});
export type FoundArticle = z.infer<typeof foundArticleSchema>;
export const articleSearchResponseSchema = z.object({ items: z.array(foundArticleSchema) });

const place = z.coerce.number().int().min(0).max(1_000_000_000);
/** Where to read: at a passage, or what stands before or after the place of another answer. At most one of them counts. */
export const articleQuerySchema = z.object({
  passage: z.uuid().optional(),
  before: place.optional(),
  after: place.optional(),
});
export type ArticleQuery = z.infer<typeof articleQuerySchema>;

export const articleSectionSchema = z.object({
  chunk_id: z.string(),
  page: z.number().int().positive().nullable(),
  /** Markdown: the headings that begin here and the text, without what the section before it says already. */
  content: z.string(),
});
export type ArticleSection = z.infer<typeof articleSectionSchema>;

/** A stretch of a document that visitors may read. */
export const articleSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Where the original stands. */
  url: z.string().nullable(),
  locale: z.string(),
  sections: z.array(articleSectionSchema),
  /** The section of the passage that was asked for; null when the document says it no more. */
  passage: z.string().nullable(),
  /** What to give as `before` and `after` to read on; null at an end of the document. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
});
export type Article = z.infer<typeof articleSchema>;
