import { RE2JS } from "re2js";
import { z } from "zod";
import type { ArgumentSource, Asker, OfferedTool } from "../../tool-ports.ts";

/** Characters of a text that are matched with a pattern. */
const maxTextChars = 1_000;
/** Longest value, in characters: a number, a date or a name. */
const maxValueChars = 200;
const maxPatternChars = 200;

/** The used part of a tool's schema. The code that makes the call validates the arguments against the whole schema. */
const schemaSchema = z.object({
  properties: z
    .record(z.string(), z.object({ type: z.unknown().optional(), enum: z.array(z.unknown()).optional() }).catch({}))
    .catch({}),
  required: z.array(z.string()).catch([]),
});

/** Finds the arguments of a call in the sources that the tenant configured for the tool; null when a required one is missing. */
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

/** The values of a tool's arguments that a text contains, verbatim. */
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

/** RE2 needs linear time for every pattern of a tenant, so no pattern can block the process. */
function firstGroup(pattern: string | undefined, text: string): string | null {
  if (!pattern || pattern.length > maxPatternChars || text === "") return null;
  try {
    const matcher = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text.slice(0, maxTextChars));
    if (!matcher.find()) return null;
    const value = matcher.group(matcher.groupCount() > 0 ? 1 : 0)?.trim() ?? "";
    return value === "" || value.length > maxValueChars ? null : value;
  } catch {
    // An invalid pattern finds nothing; the console reports it in the tool's form.
    return null;
  }
}

/** The value in the type of the schema; undefined when it does not have that type. */
function typed(text: string, { type, enum: allowed }: { type?: unknown; enum?: unknown[] | undefined }): unknown {
  if (allowed) return allowed.find((each) => String(each).toLowerCase() === text.toLowerCase());
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("string") || type === undefined) return text;
  if (types.includes("integer") && /^[+-]?\d{1,15}$/.test(text)) return Number(text);
  if (types.includes("number") && /^[+-]?\d{1,12}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  return undefined;
}
