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
