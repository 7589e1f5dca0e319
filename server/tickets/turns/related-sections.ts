import { maxRelatedChars, type RelatedSection } from "../../../protocol/messages.ts";
import { readQuestion } from "../../assistant/models/extractive/confidence.ts";
import { writeSection } from "../../assistant/models/extractive/write-section.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { toRelated } from "../../assistant/related-sections.ts";
import { headingOf } from "../../core/text/section.ts";

/** A section as the answer to its own heading: without the heading, and with its source. */
export function writeOpened(chunk: RetrievedChunk, locale: string): ReturnType<typeof writeSection> {
  return writeSection(chunk, readQuestion(headingOf(chunk), locale));
}

/** A section with its text, for a card that expands in place. Sections without text are left out. */
export function toSuggestion(chunk: RetrievedChunk, locale: string): RelatedSection[] {
  const { text: whole, isCut } = chunk.section ?? { text: chunk.text, isCut: false };
  // The card links to the article, so it has no citation numbers.
  const { text } = writeOpened({ ...chunk, section: { text: whole, isCut: false } }, locale);
  const shown = text
    .replace(/\[1\]$/, "")
    .trimEnd()
    .slice(0, maxRelatedChars)
    .toWellFormed();
  return shown === "" ? [] : [{ ...toRelated(chunk), text: shown, ...(isCut ? { is_cut: true } : {}) }];
}
