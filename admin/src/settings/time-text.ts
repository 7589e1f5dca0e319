import type { OpeningHours } from "../../../protocol/home.ts";

type Span = NonNullable<OpeningHours["week"]["mon"]>[number];

/** Time spans of a day as text: `09:00-12:00, 13:00-17:00`. */
export function formatSpans(spans: readonly Span[] = []): string {
  return spans.map(({ from, to }) => `${from}-${to}`).join(", ");
}

/** Parses time spans, with any dash and with or without leading zeros; null when invalid. */
export function parseSpans(text: string): Span[] | null {
  const parts = splitList(text);
  const spans = parts.flatMap((part) => {
    const [, from = "", to = ""] = /^(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})$/.exec(part) ?? [];
    const span = { from: from.padStart(5, "0"), to: to.padStart(5, "0") };
    return isTime(span.from) && isTime(span.to) ? [span] : [];
  });
  return spans.length === parts.length ? spans : null;
}

/** Parses dates such as `2026-12-25, 2026-12-26`; null when one is invalid. */
export function parseDates(text: string): string[] | null {
  const parts = splitList(text);
  return parts.every(isDate) ? parts : null;
}

function splitList(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);
}

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const minutesOf = { m: 1, h: 60, d: 1_440 } as const;

/** Minutes as text: `45m`, `4h`, `1d 2h`; empty for null. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return "";
  const parts = [
    { count: Math.floor(minutes / minutesOf.d), unit: "d" },
    { count: Math.floor((minutes % minutesOf.d) / minutesOf.h), unit: "h" },
    { count: minutes % minutesOf.h, unit: "m" },
  ];
  return parts.flatMap(({ count, unit }) => (count > 0 ? [`${count}${unit}`] : [])).join(" ");
}

/** Parses a duration; a number without a unit means minutes. Null when empty, undefined when invalid. */
export function parseMinutes(text: string): number | null | undefined {
  const written = text.trim().toLowerCase();
  if (written === "") return null;
  if (!/^(?:\d\s*(?:[mhd]\s*)?)+$/.test(written)) return undefined;
  const parts = [...written.matchAll(/(\d+)\s*([mhd]?)/g)];
  // `1 30` is ambiguous.
  if (parts.length > 1 && parts.some(([, , unit]) => unit === "")) return undefined;
  const minutes = parts.reduce((sum, [, count, unit]) => sum + Number(count) * minutesOf[unitOf(unit)], 0);
  return minutes >= 1 ? minutes : undefined;
}

function unitOf(text: string | undefined): keyof typeof minutesOf {
  return text === "h" || text === "d" ? text : "m";
}
