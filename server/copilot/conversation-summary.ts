import { languageOf } from "../core/text/language.ts";
import { sentenceSpans } from "../core/text/sentences.ts";
import { shorten } from "../core/text/shorten.ts";
import { contentStems } from "../core/text/words.ts";
import type { CopilotSaid } from "./ports.ts";

/** Messages of a conversation that go along word for word; those before are summed up. */
export const windowMessages = 40;
/** Messages that share one summary. */
export const chunkMessages = 10;
/** Longest summary, in UTF-16 units. */
export const maxSummaryChars = 2_000;

const maxAskedChars = 160;
const maxFoundChars = 240;
/** Notes that go along with the last messages: those nearest to them. */
const mostNotes = 3;

/** What was said last, with what stands for the rest of the conversation before it. */
export function lastSaid(said: readonly CopilotSaid[], count: number): CopilotSaid[] {
  return [...lastNotes(said), ...said.filter(({ role }) => role !== "note").slice(-count)];
}

/** What stands for what was said before the messages that are still there. */
export function notesOf(said: readonly CopilotSaid[]): string[] {
  return lastNotes(said).map(({ content }) => content);
}

function lastNotes(said: readonly CopilotSaid[]): CopilotSaid[] {
  return said.filter(({ role }) => role === "note").slice(-mostNotes);
}

/**
 * A summary by rules: of what was asked the sentence that says most, of what was found its beginning. When it grows long, its oldest lines go.
 * @param before the summary so far, which it goes on from
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

/** The summary without the words that say who spoke: what is compared by meaning. */
export function meaningOf(summary: string): string {
  return summary.replace(/^(?:Asked|Found): /gmu, "");
}

function lineOf({ role, content }: CopilotSaid): string[] {
  if (role === "note") return content.split("\n");
  if (role === "person") return [`Asked: ${tellingSentence(content)}`];
  // The first line says what was done, the others what came of it.
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
