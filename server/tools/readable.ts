import { parseJson } from "./result-text.ts";

/** Lines of a card. */
const maxLines = 14;
const maxLineChars = 200;

/**
 * A result as a person can read it where nobody wrote a template: a line for each field, a line for each item of a list. What is no
 * data stays as it is.
 */
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

/** `order_number` and `orderNumber` as a person writes them: "Order number". */
export function label(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? key : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
