import { withoutInvisible } from "../core/text/invisible.ts";
import { redact } from "../core/text/redact.ts";

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
