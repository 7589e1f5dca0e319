import type { TicketSummary } from "../../../protocol/admin.ts";

/** Micro-dollars as text: `$0.0042`, `$1.20`, `$0`. */
export function money(micros: number): string {
  if (micros === 0) return "$0";
  const dollars = micros / 1_000_000;
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  return `$${dollars.toFixed(dollars >= 0.01 ? 3 : 6).replace(/(?<!0)0+$/, "")}`;
}

/** Tokens, with their cost when the model's price is known: `1,200 tokens · $0.0042`. */
export function spentWords(tokens: number, costMicros: number): string {
  const words = `${count(tokens)} tokens`;
  return costMicros === 0 ? words : `${words} · ${money(costMicros)}`;
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

export function latency(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A file size: `10 bytes`, `820 kB`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** At most two initials of a name, in any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? [...word][0] : undefined,
  );
  return letters.join("").toUpperCase() || "?";
}

/** The end of the id tells anonymous visitors apart: `Visitor 4F2A`. */
export function visitorName({ id, name, email }: Pick<TicketSummary["visitor"], "id" | "name" | "email">): string {
  return name || email || `Visitor ${id.slice(-4).toUpperCase()}`;
}

/** The agents' title of the ticket, otherwise the visitor's first real question, in the visitor's words. */
export function ticketTitle({ subject }: Pick<TicketSummary, "subject">): string {
  return subject || "No question yet";
}

const hexColor = /^#([0-9a-f]{6})$/i;

export function isHexColor(value: string): boolean {
  return hexColor.test(value);
}

/** Black or white, whichever has more contrast on the colour. */
export function textOn(color: string): "#ffffff" | "#111111" {
  return contrast(color, "#ffffff") >= contrast(color, "#111111") ? "#ffffff" : "#111111";
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const digits = hexColor.exec(color)?.[1] ?? "000000";
  const channel = (start: number) => {
    const value = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}
