import { setImmediate as breathe } from "node:timers/promises";
import type { CheckedSentence } from "../../../protocol/admin-check.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { markPattern } from "../../text/claims.ts";
import { isQuestion } from "../../text/is-question.ts";
import { languageOf } from "../../text/language.ts";
import { tableOf } from "../../text/languages/index.ts";
import { type Span, sentenceSpans } from "../../text/sentences.ts";
import { stemOf } from "../../text/stems.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import { linesOf } from "./evidence-lines.ts";
import { type Candidate, type Judgement, judge, likeliest, nothing } from "./judge.ts";
import { compareLines, type Nearness } from "./nearness.ts";
import { readStatement, type Statement } from "./statement.ts";

/** Sentences between two looks at what else the process has to do. */
const breathAfter = 4;

export interface TextToCheck {
  text: string;
  chunks: readonly RetrievedChunk[];
  /** Of whoever wrote it. */
  locale: string;
  embed?: EmbedTexts | undefined;
}

/**
 * Holds each sentence of a text against passages, by words, numbers, negations and, where there are vectors, by meaning. It finds what is
 * written in the passages; it does not understand it.
 */
export async function checkText({ text, chunks, locale, embed }: TextToCheck): Promise<CheckedSentence[]> {
  const languages = chunks.map((chunk) => languageOf(chunk.text, locale));
  const lines = linesOf(chunks, languages);
  const search = (said: string): Said => {
    const statement = readStatement(said, locale);
    return { statement, found: isAside(statement) ? [] : likeliest(statement, lines, languages) };
  };
  const sentences: { span: Span; whole: Said; clauses: Said[] }[] = [];
  for (const [index, span] of sentencesOf(text).entries()) {
    if (index % breathAfter === 0) await breathe();
    const whole = search(plainOf(text.slice(span.start, span.end)));
    sentences.push({ span, whole, clauses: clausesOf(whole.statement, locale).map(search) });
  }
  const nearness = await compareLines(
    sentences.flatMap(({ whole, clauses }) => [whole, ...clauses]),
    embed,
  );
  return sentences.map(({ span, whole, clauses }) => {
    const verdict = isAside(whole.statement)
      ? { ...nothing, verdict: "aside" as const }
      : together(whole, clauses, nearness);
    return { ...span, text: text.slice(span.start, span.end), ...verdict };
  });
}

/** A sentence or a clause of it, and what may say the same. */
interface Said {
  statement: Statement;
  found: Candidate[];
}

/** What no line says as a whole may stand in two: it is found when each clause is, and differs when one does. */
function together(whole: Said, clauses: Said[], nearness: Nearness): Judgement {
  const judged = judge(whole.statement, whole.found, nearness);
  if (judged.verdict === "supported" || clauses.length < 2) return judged;
  const each = clauses.map(({ statement, found }) => judge(statement, found, nearness));
  // A line on one clause denies nothing of the others.
  if (each.every(({ verdict }) => verdict === "supported")) return each[0] ?? judged;
  return each.find(({ verdict }) => verdict === "contradicted") ?? judged;
}

/** Behind a comma or between two that say enough each. */
const joint =
  /[,;:—–]\s+(?:(?:and|but|or|so|und|aber|oder|et|mais|ou|y|pero|o|e|ma|mas|en|maar)\s+)?|(?<!\s)\s+(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s+/iu;
const leastOfClause = 2;
const mostClauses = 4;

/** What a sentence says in each of its parts; none where it says one thing. */
function clausesOf({ text }: Statement, locale: string): string[] {
  const parts = text.split(joint).map((part) => part.trim());
  if (parts.length < 2 || parts.length > mostClauses) return [];
  // "The name, the address and the customer id": what is only listed is one thing with what stands before it.
  return parts.every((part) => readStatement(part, locale).stems.length >= leastOfClause) ? parts : [];
}

/** Sentences with words in them: marks behind a full stop are none, and belong to the one before. */
function sentencesOf(text: string): Span[] {
  return sentenceSpans(text).filter(({ start, end }) => /[\p{L}\p{N}]{2}/u.test(plainOf(text.slice(start, end))));
}

/** Without marks of sources and the signs of a list. */
function plainOf(sentence: string): string {
  return sentence.replace(markPattern, " ").replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+/, "");
}

/** Says nothing that could be looked up: a question, a greeting, "Hope that helps". */
function isAside({ text, language, stems, numbers, names }: Statement): boolean {
  if (isQuestion(text, language)) return true;
  const fillers = new Set(
    tableOf(language)
      .fillers.split(" ")
      .map((word) => stemOf(word, language)),
  );
  const telling = stems.filter((stem) => !fillers.has(stem));
  return telling.length < 2 && numbers.length === 0 && names.length === 0;
}
