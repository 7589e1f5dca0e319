import { definingStart, givesReason, isCountless, namesPlace, tellsToDo } from "../../text/answer-patterns.ts";
import { namesNumber, namesTime } from "../../text/numbers.ts";
import { opposes, polesOf } from "../../text/opposites.ts";
import { contentStems } from "../../text/words.ts";
import type { Question } from "./question-terms.ts";

const timePattern =
  /\d[ -]*(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|business|s\b|ms\b|min\b|h\b)|\b(?:immediately|instantly|right away|daily|monthly|weekly|yearly|annually|at once|overnight|permanent(?:ly)?|forever|midnight|(?:one|two|three|four|five|six|seven|ten|a few|several|an?) (?:seconds?|minutes?|hours?|(?:business )?days?|weeks?|months?|years?)|first day|end of)\b/i;
const numberPattern =
  /\d|\b(?:free|unlimited|none|one|two|three|four|five|six|seven|eight|nine|ten|no (?:limit|charge|cost|fee)|at no|once|twice)\b/i;
const moneyPattern =
  /[$€£¥]\s?\d|\d[.,]?\s?(?:usd|eur|gbp|dollars?|euros?|cents?|%)|\bfree\b|\bno (?:extra |additional )?(?:charge|cost|fee)\b|\bper (?:month|year|seat|message|user)\b/i;

/** True when the question wants a number or a time and the text has none: whatever else it says, it does not answer. */
export function lacksShape({ shape, language }: Question, text: string): boolean {
  if (language !== "en") return lacksShapeElsewhere({ shape, language }, text);
  if (shape === "time")
    return !timePattern.test(text) && !/\b(?:when|once|after|until|before|as soon as)\b/i.test(text);
  if (shape === "money") return !moneyPattern.test(text);
  return shape === "number" && !numberPattern.test(text);
}

const free =
  /kostenlos|kostenfrei|gratis|gratuit|grátis|gratis|maksuton|ingyen|бесплатн|δωρεάν|ücretsiz|مجان|besplatn|nemokam|免费|無料|무료|ฟรี|saor in aisce/iu;

/** The same in other languages, by numbers, the calendar and the units of time. */
function lacksShapeElsewhere({ shape, language }: Pick<Question, "shape" | "language">, text: string): boolean {
  if (shape === "time") return !namesNumber(text, language) && !namesTime(text, language);
  if (shape === "money") return !namesNumber(text, language) && !moneyPattern.test(text) && !free.test(text);
  return shape === "number" && !namesNumber(text, language) && !isCountless(text, language);
}

/** How much the form of a text speaks for it as an answer; 1 is neutral. */
export function shapeFactor(question: Question, text: string, kind: string): number {
  const against = opposes(question.poles, polesOf(text.slice(0, openingChars), question.language)) ? 0.6 : 1;
  return against * formFactor(question, text, kind);
}

/** Where a procedure says what it is for: "To disable or delete a setting:". */
const openingChars = 90;

function formFactor(question: Question, text: string, kind: string): number {
  switch (question.shape) {
    case "steps":
      if (kind === "list") return /^[ \t]*\d+[.)]/m.test(text) ? 1.35 : 1.1;
      return tellsToDo(text, question.language) ? 1.12 : 1;
    case "definition":
      return definitionFactor(question, text, kind);
    case "number":
      return numberPattern.test(text) || namesNumber(text, question.language) || isCountless(text, question.language)
        ? 1.2
        : 0.85;
    case "money":
      if (/[$€£¥]\s?\d|\d\s?(?:usd|eur|gbp|dollars?|euros?)\b/i.test(text)) return 1.6;
      return moneyPattern.test(text) ? 1.15 : 0.8;
    case "time":
      return timePattern.test(text) || saysTime(question, text) ? 1.3 : 0.85;
    case "place":
      return namesPlace(text, question.language) ? 1.08 : 1;
    case "reason":
      return givesReason(text, question.language) ? 1.15 : 1;
    default:
      return 1;
  }
}

function saysTime({ language }: Question, text: string): boolean {
  return language !== "en" && namesNumber(text, language) && namesTime(text, language);
}

/** True for a sentence that says what its subject is, when the subject holds these stems: "Hard bounces - A hard bounce is ...". */
export function defines(
  { unit, chunk }: DefiningText,
  { stems, language }: Pick<Question, "stems" | "language">,
): boolean {
  const opening = definingStart(chunk.text.slice(unit.start, unit.end), language);
  if (opening === null) return false;
  const subject = new Set(contentStems(opening, language).slice(0, maxSubjectStems));
  return stems.length > 0 && stems.every((stem) => subject.has(stem));
}

interface DefiningText {
  unit: { start: number; end: number };
  chunk: { text: string };
}

/** Words of a sentence's subject that count; what follows is told about it. */
const maxSubjectStems = 4;

/** "A bounce is ..." answers what a bounce is; "... if your bounce rate is high" does not. */
function definitionFactor({ stems, language }: Question, text: string, kind: string): number {
  const opening = definingStart(text, language);
  if (kind !== "sentence" || !opening) return 1;
  const subject = new Set(contentStems(opening, language).slice(0, maxSubjectStems));
  return stems.length > 0 && stems.every((stem) => subject.has(stem)) ? 1.6 : 1.05;
}
