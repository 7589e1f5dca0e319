import type { Change } from "../../../../protocol/copilot.ts";
import type { Language } from "../../../text/language.ts";
import { amountsIn } from "./amounts.ts";
import { datesIn } from "./dates.ts";
import { dutiesIn } from "./duties.ts";

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

/** Dates, then amounts outside of them, then duties, each in the order of the text. */
export function factsIn(plain: string, language: Language): Fact[] {
  const dates = datesIn(plain, language);
  const rest = blanked(plain, dates);
  return [...dates, ...amountsIn(rest, language), ...dutiesIn(plain, language)];
}

/** The text with white space in the place of these facts. */
export function blanked(text: string, facts: readonly Fact[]): string {
  let rest = text;
  for (const { start, end } of facts) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  return rest;
}
