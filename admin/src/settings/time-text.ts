import type { OpeningHours } from "../../../protocol/home.ts";

type Span = NonNullable<OpeningHours["week"]["mon"]>[number];

/** Spans of a day as one writes them: `09:00-12:00, 13:00-17:00`. */
export function formatSpans(spans: readonly Span[] = []): string {
  return spans.map(({ from, to }) => `${from}-${to}`).join(", ");
}

/** Spans as they were written, with whatever dash and with or without a leading zero; null when that is no time. */
export function parseSpans(text: string): Span[] | null {
  const parts = splitList(text);
  const spans = parts.flatMap((part) => {
    const [, from = "", to = ""] = /^(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})$/.exec(part) ?? [];
    const span = { from: from.padStart(5, "0"), to: to.padStart(5, "0") };
    return isTime(span.from) && isTime(span.to) ? [span] : [];
  });
  return spans.length === parts.length ? spans : null;
}

/** Dates as they were written, `2026-12-25, 2026-12-26`; null when one of them is none. */
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

/** Minutes as one writes them: `45m`, `4h`, `1d 2h`; nothing for none. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return "";
  const parts = [
    { count: Math.floor(minutes / minutesOf.d), unit: "d" },
    { count: Math.floor((minutes % minutesOf.d) / minutesOf.h), unit: "h" },
    { count: minutes % minutesOf.h, unit: "m" },
  ];
  return parts.flatMap(({ count, unit }) => (count > 0 ? [`${count}${unit}`] : [])).join(" ");
}

/** Minutes as they were written, a number alone being minutes; null for nothing, undefined for what is no time. */
export function parseMinutes(text: string): number | null | undefined {
  const written = text.trim().toLowerCase();
  if (written === "") return null;
  if (!/^(?:\d\s*(?:[mhd]\s*)?)+$/.test(written)) return undefined;
  const parts = [...written.matchAll(/(\d+)\s*([mhd]?)/g)];
  // `1 30` may be anything.
  if (parts.length > 1 && parts.some(([, , unit]) => unit === "")) return undefined;
  const minutes = parts.reduce((sum, [, count, unit]) => sum + Number(count) * minutesOf[unitOf(unit)], 0);
  return minutes >= 1 ? minutes : undefined;
}

function unitOf(text: string | undefined): keyof typeof minutesOf {
  return text === "h" || text === "d" ? text : "m";
}
