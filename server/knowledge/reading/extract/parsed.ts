import { z } from "zod";
import { type ParsedFile, readingSchema } from "../parsers/parsed-file.ts";
import type { Extraction } from "./blocks.ts";

const storedSchema = z.object({
  extraction: readingSchema.shape.extraction,
  pageTexts: z.array(z.object({ page: z.number().int().positive(), text: z.string() })),
});

/** What older versions hold: a file as our parsers had read it, as JSON. @throws ZodError when it is something else. */
export function readParsed(stored: string): { extraction: Extraction; pages: ParsedFile["pageTexts"] } {
  const { extraction, pageTexts } = storedSchema.parse(JSON.parse(stored));
  return { extraction, pages: pageTexts };
}
