import { RE2JS } from "re2js";
import { z } from "zod";
import type { ArgumentSource, Asker, OfferedTool } from "../../tool-ports.ts";

/** Text that a pattern is held against. */
const maxTextChars = 1_000;
/** A value is a number, a date, a name, not a speech. */
const maxValueChars = 200;
const maxPatternChars = 200;

/** The part of a tool's schema that is looked at; whoever makes the call checks the arguments against all of it. */
const schemaSchema = z.object({
  properties: z
    .record(z.string(), z.object({ type: z.unknown().optional(), enum: z.array(z.unknown()).optional() }).catch({}))
    .catch({}),
  required: z.array(z.string()).catch([]),
});

/** The arguments of a call, taken from where the tool's people said they stand; null when one that is required is not there. */
export function findArguments(
  { input_schema, argument_sources }: Pick<OfferedTool, "input_schema" | "argument_sources">,
  { question, asker }: { question: string; asker: Asker },
): Record<string, unknown> | null {
  const { properties, required } = schemaSchema.parse(input_schema);
  const found: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(argument_sources)) {
    const text = sourced(source, { question, asker });
    const value = text === null ? undefined : typed(text, properties[name] ?? {});
    if (value !== undefined) found[name] = value;
  }
  return required.every((name) => Object.hasOwn(found, name)) ? found : null;
}

/** What a text says of a tool's arguments, word for word. */
export function valuesIn(text: string, { argument_sources }: Pick<OfferedTool, "argument_sources">): string[] {
  return Object.values(argument_sources).flatMap(({ from, pattern }) =>
    from === "message" ? (firstGroup(pattern, text) ?? []) : [],
  );
}

function sourced(
  { from, pattern }: ArgumentSource,
  { question, asker }: { question: string; asker: Asker },
): string | null {
  switch (from) {
    case "message":
      return firstGroup(pattern, question);
    case "page":
      return firstGroup(pattern, asker.page?.url ?? "");
    case "visitor":
      return ofVisitor(pattern, asker);
    default:
      return from satisfies never;
  }
}

function ofVisitor(which: string | undefined, { visitor }: Asker): string | null {
  if (which === "id" || which === "name" || which === "email") return visitor?.[which] ?? null;
  return null;
}

/** RE2 needs time in proportion to the text, whatever pattern a tenant has written: none can hold the process up. */
function firstGroup(pattern: string | undefined, text: string): string | null {
  if (!pattern || pattern.length > maxPatternChars || text === "") return null;
  try {
    const matcher = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text.slice(0, maxTextChars));
    if (!matcher.find()) return null;
    const value = matcher.group(matcher.groupCount() > 0 ? 1 : 0)?.trim() ?? "";
    return value === "" || value.length > maxValueChars ? null : value;
  } catch {
    // A pattern that cannot be read finds nothing; the console says so where it is written.
    return null;
  }
}

/** The value as the schema wants it; undefined when it is none of that type. */
function typed(text: string, { type, enum: allowed }: { type?: unknown; enum?: unknown[] | undefined }): unknown {
  if (allowed) return allowed.find((each) => String(each).toLowerCase() === text.toLowerCase());
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("string") || type === undefined) return text;
  if (types.includes("integer") && /^[+-]?\d{1,15}$/.test(text)) return Number(text);
  if (types.includes("number") && /^[+-]?\d{1,12}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  return undefined;
}
