import type { Confirmation } from "../../../protocol/tools.ts";

/** Invisible characters, and those that reverse the order of others: one value must not look like another. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Arguments for display, with the titles from the tool's schema. First the required ones, in the schema's order (`jsonb` does not keep the
 * order of properties), then the other properties, then arguments outside the schema: nobody approves an argument unseen.
 * @param before present values by argument, for those that are known.
 */
export function confirmationFields(
  schema: Record<string, unknown>,
  args: Record<string, unknown>,
  before: ReadonlyMap<string, string> = new Map(),
): Confirmation["fields"] {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const names = new Set([...required.filter((name) => typeof name === "string"), ...Object.keys(properties)]);
  const known = [...names].filter((name) => Object.hasOwn(args, name));
  const others = Object.keys(args).filter((name) => !names.has(name));
  return [...known, ...others].map((name) => {
    const old = before.get(name);
    const field = { name, label: labelOf(name, properties[name]), value: textOf(args[name]) };
    return old === undefined ? field : { ...field, before: old };
  });
}

/** The schema's title, else the name as words: `new_date` and `newDate` become “New date”. */
function labelOf(name: string, property: unknown): string {
  const title = isRecord(property) ? property["title"] : undefined;
  if (typeof title === "string" && title.trim() !== "") return title.trim();
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value with its hidden characters made visible; never shortened. */
export function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, isRecord(value) ? 1 : 0);
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
