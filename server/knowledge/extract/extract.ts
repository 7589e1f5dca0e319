import type { DocumentFormat } from "../../store/document-versions.ts";
import type { Extraction } from "./blocks.ts";
import { extractHtml } from "./html.ts";
import { extractMarkdown } from "./markdown.ts";
import { extractText } from "./text.ts";

/** Reads a document of any supported format into blocks. */
export function extract(content: string, format: DocumentFormat): Extraction {
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
