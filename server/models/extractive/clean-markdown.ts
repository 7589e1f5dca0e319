/**
 * A piece of a passage as it may stand in an answer: no pictures, no HTML, no links that lead nowhere from here. Links of the
 * web stay links; others leave their text behind.
 */
export function cleanMarkdown(raw: string): string {
  // What stands in code is meant as it is written.
  const parts = raw.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  const cleaned = parts.map((part, index) => (index % 2 === 1 ? part : cleanProse(part))).join("");
  return balanced(cleaned).replace(/(?<![ \t])[ \t]+$/gm, "");
}

function cleanProse(prose: string): string {
  const cleaned = prose
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?/g, "")
    .replace(/\[([^[\]]+)\]\((?!https?:\/\/|mailto:)[^()]*\)/g, "$1")
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")
    .replace(/<\/?(?:[a-z][\w-]*)(?:\s[^<>]*)?>/gi, (tag) => (/^<br/i.test(tag) ? " " : ""))
    .replace(/\{\{[^{}]*\}\}|\{%[^%{]*%\}/g, "")
    .replace(/^[ \t]*>[ \t]?/gm, "")
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, "")
    .replace(/\[\^[^[\]]+\]/g, "");
  return withoutForeignMarks(cleaned);
}

/** A sentence on one line. */
export function cleanSentence(raw: string): string {
  return cleanMarkdown(raw).replace(/\s+/g, " ").trim();
}

/** `[3]` in a document would look like a citation of ours. */
function withoutForeignMarks(text: string): string {
  return text.replace(/(?<!\])\[(\d{1,3})\](?!\()/g, "($1)");
}

/** Half a pair of emphasis or code marks (its other half stands in another sentence) would run on to the end of the answer. */
function balanced(text: string): string {
  let result = text;
  for (const mark of ["**", "__", "`"]) {
    if ((result.split(mark).length - 1) % 2 === 1) result = result.replace(mark, "");
  }
  return result;
}
