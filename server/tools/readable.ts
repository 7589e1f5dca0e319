import { withoutInvisible } from "../core/text/invisible.ts";
import { redact } from "../core/text/redact.ts";

/** Most lines of a card. */
const maxLines = 14;
const maxLineChars = 200;

/** Formats a result for people when there is no template: one line per field and per list item. Text that is not data stays unchanged. */
export function readable(text: string, value: unknown): string {
  const data = value ?? parseJson(text);
  if (typeof data !== "object" || data === null) return text;
  const lines = linesOf(data);
  if (lines.length === 0) return text;
  const shown = lines.slice(0, maxLines).map((line) => line.slice(0, maxLineChars));
  return lines.length > maxLines ? [...shown, "…"].join("\n") : shown.join("\n");
}

function linesOf(data: object): string[] {
  if (Array.isArray(data)) return data.map((item) => `- ${inLine(item)}`);
  return Object.entries(data).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value) && value.some((item) => typeof item === "object"))
      return [`${label(key)}:`, ...value.map((item) => `- ${inLine(item)}`)];
    return [`${label(key)}: ${inLine(value)}`];
  });
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.map(inLine).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== undefined)
    .map(([key, one]) => `${label(key)}: ${typeof one === "object" ? JSON.stringify(one) : String(one)}`)
    .join(", ");
}

/** Converts `order_number` or `orderNumber` to "Order number". */
export function label(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? key : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Longest result for the model, in characters: two pages. */
const maxContentChars = 8_000;
/** Longest result on a card, in characters. */
export const maxShownChars = 1_000;
/** Characters read before secrets are removed. A secret cut by this limit is far behind the kept part. */
const readChars = 5 * maxContentChars;
const cutMark = "\n[…]";

/** A server's text, safe for others: shortened, without secrets and invisible characters. */
export function cleanText(text: string, maxChars = maxContentChars): string {
  const clean = redact(withoutInvisible(text.slice(0, readChars).toWellFormed())).trim();
  return clean.length <= maxChars ? clean : `${clean.slice(0, maxChars - cutMark.length).toWellFormed()}${cutMark}`;
}

/** Removes secrets from the texts of a value and shortens them, for the record. Numbers and field names stay. */
export function redactValue(value: unknown): unknown {
  if (typeof value === "string") return value.length <= readChars ? redact(value) : cleanText(value, readChars);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactValue(one)]));
}

/** True for text that begins like a web page. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])/i.test(text.slice(0, 500));
}

/** Parses JSON; undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
