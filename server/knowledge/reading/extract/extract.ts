import type { PlainFormat } from "../../../../protocol/admin-documents.ts";
import type { Extraction } from "./blocks.ts";
import { extractHtml } from "./html.ts";
import { extractMarkdown } from "./markdown.ts";
import { extractText } from "./text.ts";

/** Reads a text of a known format into blocks. The text may be hostile: this runs in a parser's process. */
export function extract(content: string, format: PlainFormat): Extraction {
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
