import type { DocumentFormat, PageText, PlainFormat } from "../../store/document-versions.ts";
import { type Extraction, renderBlocks } from "./blocks.ts";
import { extractHtml } from "./html.ts";
import { extractMarkdown } from "./markdown.ts";
import { readParsed } from "./parsed.ts";
import { extractText } from "./text.ts";

/** A document's text, and how it lies on its pages (one, without a number, where the format has none). */
export interface ExtractedDocument {
  extraction: Extraction;
  pages: PageText[];
}

/** Reads a document of any supported format into blocks. */
export function extract(content: string, format: DocumentFormat): ExtractedDocument {
  if (format === "parsed") return readParsed(content);
  const extraction = extractPlain(content, format);
  return { extraction, pages: [{ page: null, text: renderBlocks(extraction.blocks) }] };
}

function extractPlain(content: string, format: PlainFormat): Extraction {
  switch (format) {
    case "markdown":
      return extractMarkdown(content);
    case "html":
      return extractHtml(content);
    case "text":
      return extractText(content);
    default:
      return format satisfies never;
  }
}

/** A title for a document that has none, from the last part of its path or address. */
export function titleFromSource(source: string): string {
  const last =
    source
      .replace(/[?#].*$/, "")
      .replace(/[/\\]+$/, "")
      .split(/[/\\]/)
      .pop() ?? source;
  const words = last
    .replace(/(?:\.[A-Za-z][\w-]{0,11}){1,3}$/, "")
    .replace(/[-_+]+|%20/g, " ")
    .trim();
  const title = words === "" ? source : words;
  return title.charAt(0).toUpperCase() + title.slice(1);
}
