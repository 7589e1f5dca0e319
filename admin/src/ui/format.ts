import type { TicketSummary } from "../../../protocol/admin.ts";

/** Micro-dollars as money: `$0.0042`, `$1.20`, `free`. */
export function money(micros: number): string {
  if (micros === 0) return "$0";
  const dollars = micros / 1_000_000;
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  return `$${dollars.toFixed(dollars >= 0.01 ? 3 : 6).replace(/(?<!0)0+$/, "")}`;
}

/** Tokens, and what they cost where the price of the model is known: `1,200 tokens · $0.0042`. */
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

/** So many bytes: `820 kB`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** At most two initials for a person's mark; works for any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? [...word][0] : undefined,
  );
  return letters.join("").toUpperCase() || "?";
}

/** What a visitor is called in the console. */
export function visitorName(visitor: { name: string | null; email: string | null }): string {
  return visitor.name || visitor.email || "Anonymous visitor";
}

/** What a ticket is about now: the question that a person is asked, else its first words. */
export function ticketTitle(
  ticket: Pick<TicketSummary, "status" | "question" | "subject" | "preview" | "visitor">,
): string {
  const asked = ticket.status === "pending_human" || ticket.status === "in_progress" ? ticket.question : null;
  return asked || ticket.subject || plainPreview(ticket.preview) || visitorName(ticket.visitor);
}

/** More than any line of a list shows; the rest of a long message is not looked at. */
const maxPreviewChars = 400;

/** The beginning of a message's text on one line, without the marks of Markdown and sources. */
export function plainPreview(text: string): string {
  return text
    .slice(0, maxPreviewChars)
    .replace(/(?<!\s)\s*\[\d{1,3}\](?!\()/g, "")
    .replace(/\*\*|__|`+/g, "")
    .replace(/(^|[\s(])([*_])(?=\S)([^*_\n]*[^*_\s])\2(?![\p{L}\p{N}])/gu, "$1$3")
    .replace(/(^|\n)[^\S\n]*(#{1,6}|[-*+]|\d+\.)\s+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

const hexColor = /^#([0-9a-f]{6})$/i;

export function isHexColor(value: string): boolean {
  return hexColor.test(value);
}

/** Black or white, whichever reads better on the colour. */
export function textOn(color: string): "#ffffff" | "#111111" {
  return contrast(color, "#ffffff") >= contrast(color, "#111111") ? "#ffffff" : "#111111";
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1..21. */
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
