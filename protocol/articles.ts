import { z } from "zod";
import { plainText } from "./plain-text.ts";

/** Longest search text for articles, in characters. */
const maxArticleQueryChars = 200;
/** Longest quote of a found article, in characters. */
export const maxArticleQuoteChars = 160;

export const articleSearchQuerySchema = z.object({ q: plainText.max(maxArticleQueryChars) });

/** A document that visitors may read, with the best matching passage. */
export const foundArticleSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Headings above the passage, the outermost first. */
  heading: z.string().nullable(),
  /** The position at which to open the document. */
  chunk_id: z.string(),
  quote: z.string().max(maxArticleQuoteChars),
  /** Matches in the quote, as ordered offsets that do not overlap. */
  marks: z.array(z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() })),
});
export type FoundArticle = z.infer<typeof foundArticleSchema>;
export const articleSearchResponseSchema = z.object({ items: z.array(foundArticleSchema) });

const place = z.coerce.number().int().min(0).max(1_000_000_000);
/** The position to read at: a passage, or before or after the position of another response. Give at most one. */
export const articleQuerySchema = z.object({
  passage: z.uuid().optional(),
  before: place.optional(),
  after: place.optional(),
});
export type ArticleQuery = z.infer<typeof articleQuerySchema>;

export const articleSectionSchema = z.object({
  chunk_id: z.string(),
  page: z.number().int().positive().nullable(),
  /** Markdown: the headings that begin here and the text, without overlaps with the section before. */
  content: z.string(),
});
export type ArticleSection = z.infer<typeof articleSectionSchema>;

/** Part of a document that visitors may read. */
export const articleSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** The address of the original. */
  url: z.string().nullable(),
  locale: z.string(),
  sections: z.array(articleSectionSchema),
  /** The section of the requested passage; null when the document does not contain it any more. */
  passage: z.string().nullable(),
  /** Values of `before` and `after` for the neighbouring parts; null at an end of the document. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
});
export type Article = z.infer<typeof articleSchema>;
