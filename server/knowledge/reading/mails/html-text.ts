import { parseHTML } from "linkedom";
import { renderBlocks } from "../extract/blocks.ts";
import { blocksOfElement } from "../extract/html-blocks.ts";

/** How mail programs mark what they quote. */
const quoteSelector =
  "blockquote,.gmail_quote,.gmail_extra,.yahoo_quoted,.moz-cite-prefix,#divRplyFwdMsg,#appendonsend,#OLK_SRC_BODY_SECTION,style,script,title,head";

/** What was written in a mail that has no plain text, without what it quotes. */
export function textOfHtml(html: string): string {
  const content = html.replace(/<!doctype[^<>]{0,300}>|<\/?(?:html|body)(?:\s[^<>]{0,1000})?>/gi, " ");
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${content}</body></html>`);
  for (const element of document.body.querySelectorAll(quoteSelector)) {
    // Outlook puts what it quotes behind its mark, not into it.
    if (element.id === "divRplyFwdMsg" || element.id === "appendonsend")
      while (element.nextSibling) element.nextSibling.remove();
    element.remove();
  }
  return renderBlocks(blocksOfElement(document.body)).trim();
}
