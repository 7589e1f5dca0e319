import { z } from "zod";
import type { PageText } from "../../store/document-versions.ts";
import { type ParsedFile, readingSchema } from "../parsers/parsed-file.ts";
import type { Extraction } from "./blocks.ts";

const storedSchema = z.object({
  extraction: readingSchema.shape.extraction,
  pageTexts: z.array(z.object({ page: z.number().int().positive(), text: z.string() })),
});

/** What a parser found in a file, as text to be stored with the document's version. */
export function storeParsed({ extraction, pageTexts }: ParsedFile): string {
  return JSON.stringify({ extraction, pageTexts });
}

/** The way back. @throws ZodError when it is not what {@link storeParsed} wrote. */
export function readParsed(stored: string): { extraction: Extraction; pages: PageText[] } {
  const { extraction, pageTexts } = storedSchema.parse(JSON.parse(stored));
  return { extraction, pages: pageTexts };
}
