import { plainLine } from "../../../ui/markdown/plain-text.ts";

/** A text without these characters has no Markdown syntax. */
const syntax = /[*_`~[\]<>#|\\]/;

/** A ticket's title without Markdown syntax. It is stored so, except for tickets that began before titles were formatted. */
export function shownTitle(title: string): string {
  return syntax.test(title) ? plainLine(title) || title : title;
}
