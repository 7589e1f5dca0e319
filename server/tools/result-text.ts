import { withoutInvisible } from "../core/text/invisible.ts";
import { redact } from "../core/text/redact.ts";

/** What a model is given of a result: two pages. */
const maxContentChars = 8_000;
/** What people read of it in a card. */
export const maxShownChars = 1_000;
/** Read before secrets are taken out; a secret that is cut in two by this limit lies far behind what is kept. */
const readChars = 5 * maxContentChars;
const cutMark = "\n[…]";

/** A text of a server as anybody else may have it: bounded, without secrets and without characters that nobody sees. */
export function cleanText(text: string, maxChars = maxContentChars): string {
  const clean = redact(withoutInvisible(text.slice(0, readChars).toWellFormed())).trim();
  return clean.length <= maxChars ? clean : `${clean.slice(0, maxChars - cutMark.length).toWellFormed()}${cutMark}`;
}

/** Texts in a value without secrets and cut to a bound, for the record; numbers and names of fields stay. */
export function redactValue(value: unknown): unknown {
  if (typeof value === "string") return value.length <= readChars ? redact(value) : cleanText(value, readChars);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactValue(one)]));
}

/** True for what begins as a web page does. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])/i.test(text.slice(0, 500));
}

/** JSON as a value; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
