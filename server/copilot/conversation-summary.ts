import { languageOf } from "../core/text/language.ts";
import { sentenceSpans } from "../core/text/sentences.ts";
import { shorten } from "../core/text/shorten.ts";
import { contentStems } from "../core/text/words.ts";
import type { CopilotSaid } from "./ports.ts";

/** Last messages of a conversation that a model gets word for word; the messages before are summed up. */
export const windowMessages = 40;
/** Messages per summary. */
export const chunkMessages = 10;
/** Longest summary, in UTF-16 units. */
export const maxSummaryChars = 2_000;

const maxAskedChars = 160;
const maxFoundChars = 240;
/** The notes nearest to the last messages. */
const maxNotes = 3;

/** The last messages, with the notes that replace the earlier ones. */
export function lastMessages(said: readonly CopilotSaid[], count: number): CopilotSaid[] {
  return [...lastNotes(said), ...said.filter(({ role }) => role !== "note").slice(-count)];
}

/** The notes that replace earlier messages. */
export function notesOf(said: readonly CopilotSaid[]): string[] {
  return lastNotes(said).map(({ content }) => content);
}

function lastNotes(said: readonly CopilotSaid[]): CopilotSaid[] {
  return said.filter(({ role }) => role === "note").slice(-maxNotes);
}

/**
 * A summary by rules: the most telling sentence of each question and the beginning of each result. When it grows too long, its oldest
 * lines are removed.
 * @param before the summary so far, which this one continues
 */
export function summaryByRules(before: string, said: readonly CopilotSaid[]): string {
  const lines = [...before.split("\n"), ...said.flatMap(lineOf)].filter((line) => line.trim() !== "");
  let size = 0;
  return lines
    .toReversed()
    .filter((line) => {
      size += line.length + 1;
      return size <= maxSummaryChars;
    })
    .reverse()
    .join("\n");
}

/** The summary without the speakers' names, for comparison by meaning. */
export function meaningOf(summary: string): string {
  return summary.replace(/^(?:Asked|Found): /gmu, "");
}

function lineOf({ role, content }: CopilotSaid): string[] {
  if (role === "note") return content.split("\n");
  if (role === "person") return [`Asked: ${tellingSentence(content)}`];
  // The first line says what was done, the others are the result.
  const [done = "", ...found] = content.split("\n");
  const text = shorten(found.join(" ") || done, maxFoundChars - 1);
  return text === "" ? [] : [`Found: ${text}`];
}

function tellingSentence(text: string): string {
  const sentences = sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
  const language = languageOf(text);
  const weight = (sentence: string) => new Set(contentStems(sentence, language)).size + (/\d/.test(sentence) ? 1 : 0);
  const [best = text] = sentences.toSorted((one, other) => weight(other) - weight(one));
  return shorten(best, maxAskedChars - 1);
}
