import { type Block, blockText } from "./blocks.ts";

/** Longest title, in characters, that is made from the first words of a text. */
const maxMadeUpChars = 70;

/** Makes a title from the last part of a path or address. */
export function titleFromSource(source: string): string {
  const words = nameOf(source);
  const title = words === "" ? source : words;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * A title for a document without one: its name, or its first heading or words if the name has no meaning (`scan0001`, a hash, a number).
 * Such a heading or words are "made up": they are not indexed again as a title, because the text contains them.
 */
export function titleOfUntitled(source: string, blocks: Block[]): { title: string; isMadeUp: boolean } {
  const named = titleFromSource(source);
  if (!isOpaque(nameOf(source))) return { title: named, isMadeUp: false };
  const first = blocks.find((block) => block.type === "heading") ?? blocks[0];
  const text =
    first === undefined ? "" : first.type === "table" ? (blockText(first).split("\n", 1)[0] ?? "") : first.text;
  const title = firstWords(text.replace(/\s+/g, " ").trim());
  return title === "" ? { title: named, isMadeUp: false } : { title, isMadeUp: true };
}

function nameOf(source: string): string {
  const last =
    source
      .replace(/[?#][\s\S]*$/, "")
      .replace(/(?<![/\\])[/\\]+$/, "")
      .split(/[/\\]/)
      .pop() ?? source;
  return last
    .replace(/(?:\.[A-Za-z][\w-]{0,11}){1,3}$/, "")
    .replace(/[-_+]+|%20/g, " ")
    .trim();
}

/** True when no part of the name is a word: three letters without a digit, or two in a script with more letters. */
function isOpaque(name: string): boolean {
  return !name
    .split(/[\s.:,]+/)
    .some(
      (part) => (/\p{L}{3}/u.test(part) && !/\d/.test(part)) || /(?![A-Za-z])\p{L}\S*(?![A-Za-z])\p{L}/u.test(part),
    );
}

/** The first sentence, or as many whole words as fit. */
function firstWords(text: string): string {
  const sentence = /^.{10,}?[.!?。！？](?=\s|$)/su.exec(text)?.[0] ?? text;
  if (sentence.length <= maxMadeUpChars) return sentence.replace(/[.。]$/, "");
  const cut = sentence.slice(0, maxMadeUpChars);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > maxMadeUpChars / 3 ? space : maxMadeUpChars).toWellFormed()}…`;
}
