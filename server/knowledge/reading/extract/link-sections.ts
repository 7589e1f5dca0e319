import type { MarkedToken, Token } from "marked";

/** A link to a page and nothing else but punctuation; an address or a number to write to or to call says something by itself. */
const linkAlone =
  /^\s*(?:\[[^\][]{0,300}\]\((?!(?:mailto|tel|sms):)[^()\s]{0,500}(?:\s+"[^"]{0,200}")?\)[\s.,;|·•-]*|<?https?:\/\/[^\s<>]+(?:[>\s][\s.,;|·•-]*)?)$/;
const linkSomewhere = /\]\(|https?:\/\//;

/**
 * The tokens without the sections that hold links alone ("Additional resources", "See also"): they repeat the titles of other pages and answer
 * nothing. A page that is made of nothing else is a table of contents and stays.
 */
export function withoutLinkSections(tokens: Token[]): Token[] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "heading") sections.push([]);
    sections.at(-1)?.push(token);
  }
  const kept = sections.filter((section) => !holdsLinksAlone(section));
  return kept.some((section) => section.some(isContent)) ? kept.flat() : tokens;
}

function holdsLinksAlone(section: Token[]): boolean {
  const content = section.filter(isContent);
  // An empty item is no link: the words of the heading above it would be lost. Without extensions there are no other tokens than the parser's own.
  return (content as MarkedToken[]).every(isLinks) && content.some(({ raw }) => linkSomewhere.test(raw));
}

function isContent({ type }: Token): boolean {
  return type !== "heading" && type !== "space" && type !== "hr";
}

function isLinks(token: MarkedToken): boolean {
  if (token.type === "paragraph" || token.type === "text")
    return token.text.split("\n").every((line) => linkAlone.test(line));
  return token.type === "list" && token.items.every(({ text }) => text.split("\n").every((line) => isItemLink(line)));
}

/** A nested item keeps its mark. */
function isItemLink(line: string): boolean {
  return line.trim() === "" || linkAlone.test(line.replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, ""));
}
