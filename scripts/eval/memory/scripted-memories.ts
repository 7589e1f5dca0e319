import { createHash } from "node:crypto";
import type { Extracted } from "../../../server/models/chat/extract.ts";
import type { Talk } from "./read-talks.ts";

/**
 * What a model might say of a talk, with the faults that models have: it misses one of ten, now and then takes a wish of the moment for lasting,
 * makes something up, believes the assistant, guesses, and names what nobody may keep. Always the same for a talk, so that figures
 * can be compared. It measures what happens around a model, not a model.
 * @param given the messages that the model was shown, by number from 1.
 */
export function scriptedMemories(talk: Talk, given: readonly string[]): Extracted[] {
  const said = (quote: string) => given.findIndex((text) => text.toLowerCase().includes(quote.toLowerCase())) + 1;
  const each = (content: string, quote: string, more: Partial<Extracted> = {}): Extracted => ({
    type: "fact",
    content,
    attribute: null,
    confidence: 0.85,
    message: Math.max(1, said(quote)),
    quote,
    valid_until: null,
    ...more,
  });
  const found = talk.wanted
    .filter(({ words }) => chance(talk, words.join(" ")) >= 0.1)
    .map(({ type, words, quote }) =>
      each(words.join(" "), quote, { type, attribute: words[0] === "plan" ? "plan" : null }),
    );
  const [first = ""] = talk.said.filter(({ role }) => role === "visitor").map(({ content }) => content);
  const faults = [
    ...talk.passing.filter((words) => chance(talk, words) < 0.25).map((words) => each(`The visitor: ${words}`, words)),
    ...talk.never.map((never) => each(`The visitor: ${never}`, first)),
    ...talk.said.filter(({ role }) => role === "assistant").map(({ content }) => each(content, content)),
    ...(chance(talk, "makes up") < 0.3 ? [each("Has a villa by the sea", "villa by the sea")] : []),
    ...(chance(talk, "guesses") < 0.3 ? [each("Seems to be in a hurry", first, { confidence: 0.3 })] : []),
    ...(chance(talk, "moment") < 0.04 ? [each("Wants an answer soon", first)] : []),
  ];
  return [...found, ...faults];
}

/** 0..1, the same for the same talk and matter. */
function chance({ domain, number }: Talk, matter: string): number {
  return createHash("sha256").update(`${domain} ${number} ${matter}`).digest().readUInt32BE() / 2 ** 32;
}
