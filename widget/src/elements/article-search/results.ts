import { html, type TemplateResult } from "lit";
import type { FoundArticle } from "../../../../protocol/articles.ts";

/** The article and passage to open, and the element that gets the focus back afterwards. */
export interface OpenArticle {
  id: string;
  passage: string;
  title: string;
  opener?: HTMLElement | undefined;
}

/** A quote with the matches marked; marks that overlap or are out of range are left out. */
export function markedQuote(quote: string, marks: FoundArticle["marks"]): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    if (start < at || end <= start || end > quote.length) continue;
    parts.push(quote.slice(at, start), html`<mark>${quote.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, quote.slice(at)];
}
