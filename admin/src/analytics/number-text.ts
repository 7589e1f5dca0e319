import { count, money } from "../ui/format.ts";

/** Format of a number. */
export type NumberKind = "count" | "seconds" | "share" | "money" | "grade";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A number as text; a dash when there was nothing to measure. */
export function numberText(value: number | null | undefined, kind: NumberKind): string {
  if (value === null || value === undefined) return "–";
  switch (kind) {
    case "count":
      return count(value);
    case "seconds":
      return secondsText(value);
    case "share":
      return `${short(value * 100)} %`;
    case "money":
      // Amounts below one cent keep two significant digits.
      return money(value < 1_000_000 ? Number(value.toPrecision(2)) : value);
    case "grade":
      return value.toFixed(2);
    default:
      return kind satisfies never;
  }
}

/** A number that is known only within bounds: "42–63 %"; a single number when the bounds meet. */
export function rangeText(least: number | null, most: number | null, kind: NumberKind): string {
  const [low, high] = [numberText(least, kind), numberText(most, kind)];
  if (least === null || most === null || low === high) return low;
  return kind === "share" ? `${low.replace(" %", "")}–${high}` : `${low} to ${high}`;
}

/** `45 s`, `12 min`, `3.5 h`, `2 d`. */
function secondsText(seconds: number): string {
  if (seconds < minute) return `${Math.round(seconds)} s`;
  if (seconds < hour) return `${short(seconds / minute)} min`;
  return seconds < 2 * day ? `${short(seconds / hour)} h` : `${short(seconds / day)} d`;
}

/** Two significant digits, without a trailing zero. */
function short(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

/** Readable steps of an axis; null leaves the choice to the chart. */
export const axisSteps: Record<NumberKind, number[] | null> = {
  count: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000],
  seconds: [
    ...[1, 2, 5, 10, 15, 30, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute],
    ...[hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 5 * day, 10 * day, 30 * day, 100 * day],
  ],
  share: [0.05, 0.1, 0.2, 0.25, 0.5],
  money: null,
  grade: [0.1, 0.2],
};

/** Whether a higher number is better, worse or neutral. */
export type Wanted = "more" | "less" | "neither";

export interface Change {
  text: string;
  tone: "good" | "bad" | "even";
}

/** Change compared with the previous number, as text. */
export function changeText(
  now: number | null,
  before: number | null,
  want: { kind: NumberKind; wanted: Wanted },
): Change {
  const { kind, wanted } = want;
  if (before === null || now === null)
    return { text: before === null ? "–" : `was ${numberText(before, kind)}`, tone: "even" };
  const was = `was ${numberText(before, kind)}`;
  if (numberText(now, kind) === numberText(before, kind)) return { text: `same as before`, tone: "even" };
  const isMore = now > before;
  const tone = wanted === "neither" ? "even" : isMore === (wanted === "more") ? "good" : "bad";
  const direction = kind === "seconds" ? (isMore ? "slower" : "faster") : isMore ? "more" : "less";
  const sign = isMore ? "▲" : "▼";
  if (kind === "share") return { text: `${sign} ${short(Math.abs(now - before) * 100)} points, ${was}`, tone };
  if (before === 0) return { text: `${sign} ${was}`, tone };
  return { text: `${sign} ${short((Math.abs(now - before) / before) * 100)} % ${direction}, ${was}`, tone };
}
