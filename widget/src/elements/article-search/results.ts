import { html, type TemplateResult } from "lit";
import type { FoundArticle } from "../../../../protocol/articles.ts";

/** Which article to open, where, and what has the focus again afterwards. */
export interface OpenArticle {
  id: string;
  passage: string;
  title: string;
  opener?: HTMLElement | undefined;
}

/** A quote with what was typed marked; marks that overlap or lie outside are left out. */
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
