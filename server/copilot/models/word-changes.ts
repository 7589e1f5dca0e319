import type { Change } from "../../../protocol/copilot.ts";
import { type Language, languageOf } from "../../core/text/language.ts";
import { longestPairs } from "../../core/text/longest-pairs.ts";
import { type NumberMention, numberMentions } from "../../core/text/numbers.ts";
import type { Span } from "../../core/text/sentences.ts";

/** Longest part of a text, in words. The table of all pairs grows with its square. */
const maxWords = 400;

interface Word extends Span {
  key: string;
}

/**
 * Words of two texts that replace each other, marked as a date, a number or wording. Case, punctuation and white space do not count.
 */
export function wordChanges(here: string, there: string): Change[] {
  return hunksOf(readWords(here), readWords(there)).map(([own, other]) => {
    const [one, two] = [textOf(here, own), textOf(there, other)];
    return { kind: kindOf(`${one} ${two}`), here: one, there: two };
  });
}

/** Numbers and dates of a statement that a policy text lacks, each beside the number that counts the same thing there. */
export function differingNumbers(statement: string, policy: string): Change[] {
  const language = languageOf(policy);
  const theirs = numberMentions(policy, language);
  return [...differingTokens(statement, policy), ...differingMentions(statement, { policy, theirs, language })];
}

/** A number with letters directly after it: 22nd, 5pm, 10GB. */
const numberedToken = /(?<![\p{L}\p{N}])\p{Nd}+\p{L}{1,3}(?![\p{L}\p{N}])/gu;

function differingTokens(statement: string, policy: string): Change[] {
  const theirs: string[] = policy.match(numberedToken) ?? [];
  const folded = new Set(theirs.map((token) => token.toLowerCase()));
  return (statement.match(numberedToken) ?? [])
    .filter((token) => !folded.has(token.toLowerCase()))
    .map((here) => ({ kind: "number", here, there: theirs[0] ?? "" }));
}

function differingMentions(
  statement: string,
  { policy, theirs, language }: { policy: string; theirs: readonly NumberMention[]; language: Language },
): Change[] {
  return numberMentions(statement, language)
    .filter((own) => !theirs.some(({ value, unit }) => value === own.value && (unit === own.unit || own.unit === "")))
    .map((own) => {
      const rival = theirs.find(({ unit }) => unit !== "" && unit === own.unit) ?? theirs.find(isDateLike(own));
      const there = rival ? asWritten(policy, rival) : "";
      return { kind: isDate(own) ? "date" : "number", here: asWritten(statement, own), there };
    });
}

/** The mention as written in the text, if it is found there. */
function asWritten(text: string, { written }: NumberMention): string {
  const folded = text.toLowerCase();
  const [number = written] = written.split(" ");
  const found = [written, number].find((each) => folded.includes(each));
  const at = found === undefined ? -1 : folded.indexOf(found);
  return found === undefined ? written : text.slice(at, at + found.length);
}

function isDateLike(own: NumberMention) {
  const shapeOf = ({ value }: NumberMention) => value.replace(/\d+/gu, "#");
  return (other: NumberMention) => isDate(own) && isDate(other) && shapeOf(own) === shapeOf(other);
}

/** A year, a month, a day of the week, or a number in several parts such as 12/03/2024. */
function isDate({ value, unit }: NumberMention): boolean {
  return unit === "" && /^(?:(?:19|20)\d\d|\d+[./-]\d+[./-]\d+|month .*|day .*)$/u.test(value);
}

function kindOf(text: string): Change["kind"] {
  const mentions = numberMentions(text, languageOf(text));
  if (mentions.some(isDate)) return "date";
  return mentions.length > 0 || /\d/.test(text) ? "number" : "wording";
}

function readWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}%€$£](?:[\p{L}\p{M}\p{N}]|['.,:@/-](?=[\p{L}\p{N}]))*/gu)]
    .slice(0, maxWords)
    .map(({ 0: word, index }) => ({ key: word.toLowerCase(), start: index, end: index + word.length }));
}

/** The differing words between the words that both texts share. */
function hunksOf(own: Word[], other: Word[]): [Word[], Word[]][] {
  const common = longestPairs(own.length, other.length, (i, j) => Number(own[i]?.key === other[j]?.key));
  const ends = [...common, [own.length, other.length] as const];
  return ends
    .map(([toOwn, toOther], at): [Word[], Word[]] => {
      const [fromOwn, fromOther] = common[at - 1] ?? [-1, -1];
      return [own.slice(fromOwn + 1, toOwn), other.slice(fromOther + 1, toOther)];
    })
    .filter(([here, there]) => here.length + there.length > 0);
}

function textOf(text: string, words: Word[]): string {
  return words.length === 0 ? "" : text.slice(words[0]?.start, words.at(-1)?.end);
}
