import type { Change } from "../../../../protocol/copilot.ts";
import type { Language } from "../../../text/language.ts";
import { amountsIn } from "./amounts.ts";
import { datesIn } from "./dates.ts";
import { dutiesIn } from "./duties.ts";
import type { Wording } from "./duty-words.ts";
import { spokenAmounts, withoutPerUnit } from "./spoken-amounts.ts";

/** What a statement fixes, at a place of its plain text. */
export interface Fact {
  kind: Extract<Change["kind"], "number" | "date" | "obligation">;
  /** What it is a value of: days, money, a date, permission. Two facts of one sort can contradict each other. */
  sort: string;
  /** Equal for equal values of a sort. */
  value: string;
  /** The value as a figure, for those that have one. */
  figure: number | null;
  /** Whether it is the most or the least that is meant. */
  bound: "most" | "least" | null;
  written: string;
  start: number;
  end: number;
}

/** Addresses have figures that count nothing. */
const addresses = /(?:https?:\/\/|www\.)\S+|(?<!\S)\S+@\S+/giu;
/** Telephone numbers: eight digits or more, in groups. */
const telephones = /(?<![\p{L}\p{N}.,/$€£-])\+?\(?\d{1,4}\)?(?:[ ./-]\(?\d{2,5}\)?){2,5}(?![\p{L}\p{N}/-])/gu;

/** Dates, then telephone numbers, then amounts outside of both, with and without figures, then duties, each in the order of the text. */
export function factsIn(plain: string, language: Language, wording: Wording = "strict"): Fact[] {
  const text = plain.replace(addresses, (address) => " ".repeat(address.length));
  const dates = datesIn(text, language);
  const numbers = telephonesIn(blanked(text, dates));
  const spoken = spokenAmounts(blanked(text, [...dates, ...numbers]), language, wording);
  const rest = withoutPerUnit(blanked(text, [...dates, ...numbers, ...spoken]), language);
  return [...dates, ...numbers, ...spoken, ...amountsIn(rest, language), ...dutiesIn(text, language, wording)];
}

const leastDigits = 8;

function telephonesIn(text: string): Fact[] {
  return [...text.matchAll(telephones)].flatMap(({ 0: written, index }) => {
    const digits = written.replace(/\D/g, "");
    return digits.length < leastDigits
      ? []
      : [
          {
            kind: "number" as const,
            sort: "telephone",
            value: digits,
            figure: null,
            bound: null,
            written,
            start: index,
            end: index + written.length,
          },
        ];
  });
}

/** The text with white space in the place of these facts. */
export function blanked(text: string, facts: readonly Fact[]): string {
  let rest = text;
  for (const { start, end } of facts) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  return rest;
}
