import type { Block } from "../reading/extract/blocks.ts";

/** Longest question; a longer one is text. */
const maxQuestionChars = 200;
/** Fewest pairs of a section: a single question may be one that the text asks itself. */
const minPairs = 2;
/** Below every heading that a document can have, so that each of them ends the pair. */
const pairLevel = 7;

/**
 * Makes the questions of a section headings when it consists of questions and answers without headings, so that no passage joins the
 * answers of two questions. Pairs are known by their form: a line of its own, or the beginning of a list item, ends with a question mark,
 * and text follows it.
 */
export function withQuestionHeadings(blocks: Block[]): Block[] {
  const result: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    let end = at + 1;
    while (end < blocks.length && blocks[end]?.type !== "heading") end += 1;
    result.push(...dividePairs(blocks.slice(at, end)));
    at = end;
  }
  return result;
}

function dividePairs(section: Block[]): Block[] {
  const parts = section.flatMap(partsOf);
  const isAnswer = (block: Block | undefined) => block !== undefined && block.type !== "heading";
  const pairs = parts.filter((part, index) => part.isQuestion && isAnswer(parts[index + 1]?.block)).length;
  const questions = parts.filter(({ isQuestion }) => isQuestion).length;
  // Questions below each other are a list of questions, or one question in several sentences.
  return pairs >= minPairs && pairs === questions ? parts.map(({ block }) => block) : section;
}

interface Part {
  block: Block;
  isQuestion: boolean;
}

function partsOf(block: Block): Part[] {
  const whole = [{ block, isQuestion: false }];
  if (block.type !== "paragraph" && block.type !== "item") return whole;
  const [, question = "", answer = ""] =
    (block.type === "paragraph" ? firstLine : firstSentence).exec(block.text) ?? [];
  if (question === "" || question.length > maxQuestionChars || (block.type === "item" && answer === "")) return whole;
  const page = block.page === undefined ? {} : { page: block.page };
  const text = question.replace(label, "");
  const heading: Part = { block: { type: "heading", level: pairLevel, text, ...page }, isQuestion: true };
  return answer === ""
    ? [heading]
    : [heading, { block: { type: "paragraph", text: answer, ...page }, isQuestion: false }];
}

/** `Q:` in front of a question. */
const label = /^\p{L}{1,2}\s?[:：]\s{0,5}/u;

/** `Can I pay by invoice?`, also with `Q:` in front, and the lines below it. */
const firstLine = /^([^\n?？؟]{3,200}[?？؟])[ \t]*(?:\n([\s\S]*))?$/u;
/** `- Can I pay by invoice? No.` Numbered items are steps. */
const firstSentence = /^- ([^\n.!?？؟]{3,200}[?？؟])\s+(\S[\s\S]*)$/u;
