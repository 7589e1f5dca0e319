import { z } from "zod";
import { plainText } from "./plain-text.ts";

export const versionNumberSchema = z.coerce.number().int().min(1).max(1_000_000);

export const documentVersionSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  title: z.string().nullable(),
  /** Name that people see: "2024", "Q1 2025". */
  label: z.string().nullable(),
  /** True when answers use this version. */
  is_current: z.boolean(),
  /** True when it waits for the publication of its release. */
  is_draft: z.boolean(),
  /** The detected format: pdf, docx, xlsx, pptx, html, markdown, text, csv; null before parsing. */
  format: z.string().nullable(),
  bytes: z.number().int(),
  pages: z.number().int(),
  chunks: z.number().int(),
  coverage: z.number().min(0).max(1),
  notes: z.array(z.string()),
  created_at: z.string(),
});
export type DocumentVersionView = z.infer<typeof documentVersionSchema>;
export const changeVersionRequestSchema = z.strictObject({
  /** Null removes the name. */
  label: plainText.trim().min(1).max(60).nullable(),
});
export const documentVersionsResponseSchema = z.object({ items: z.array(documentVersionSchema) });

export const compareVersionsQuerySchema = z.object({ with: versionNumberSchema.optional() });
/** The paragraphs of both versions with their changes, in reading order. */
export const comparedVersionsSchema = z.object({
  older: z.number().int(),
  newer: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  changes: z.array(
    z.object({
      type: z.enum(["added", "removed", "unchanged"]),
      text: z.string(),
      page: z.number().int().nullable(),
    }),
  ),
});
export type ComparedVersions = z.infer<typeof comparedVersionsSchema>;
