import { z } from "zod";
import { redact } from "../../core/text/redact.ts";
import { parseJson } from "../../tools/readable.ts";
import type { LatestCall } from "../../tools/store/latest-calls.ts";
import { textOf } from "./confirmation-fields.ts";

/** Longest shown value, in characters. */
const maxChars = 300;
/** Objects of a result that are nested deeper are not read. */
const maxDepth = 8;
/** The first half of a character that was cut. */
const loneHalf = /[\ud800-\udbff]$/;

const fieldsSchema = z.record(z.string(), z.unknown());
const resultSchema = z.union([fieldsSchema, z.array(z.unknown())]);
const requiredSchema = z.object({ required: z.array(z.string()) });

/** A write that waits for approval. */
export interface ProposedWrite {
  arguments: Record<string, unknown>;
  /** The tool's schema of the arguments. */
  schema: Record<string, unknown>;
  /** Arguments by which the look-ups of the connection find things. */
  keys: readonly string[];
  turnId: string;
}

/**
 * The present values of the arguments of a write, by name. A value counts only if a completed look-up shows it for the same thing:
 * - every argument that the look-up shares with the write is equal, except for the changed one, and at least one is equal
 * - every argument that the write requires, or by which things are looked up, is among them
 * - it is a single value, and no other look-up shows another one
 *
 * A write makes all earlier look-ups outdated. Those of this turn count before those of earlier turns.
 * @param calls of the same ticket and connection, newest first.
 */
export function valuesBefore(write: ProposedWrite, calls: readonly LatestCall[]): Map<string, string> {
  const names = new Map(Object.keys(write.arguments).map((name) => [sameName(name), name]));
  // Two spellings of one name: it is unclear which of them a result means.
  if (names.size < Object.keys(write.arguments).length) return new Map();
  const lastWrite = calls.findIndex(({ kind }) => kind === "write");
  const reads = (lastWrite < 0 ? calls : calls.slice(0, lastWrite)).filter(({ status }) => status === "completed");
  const wanted = wantedOf(write);
  const ofTurn = shownBy(
    reads.filter(({ turn_id }) => turn_id === write.turnId),
    wanted,
  );
  const earlier = shownBy(
    reads.filter(({ turn_id }) => turn_id !== write.turnId),
    wanted,
  );
  const before = new Map<string, string>();
  for (const [same, name] of names) {
    const shown = ofTurn.get(same) ?? earlier.get(same) ?? [];
    const text = certainText(shown, write.arguments[name]);
    if (text !== undefined) before.set(name, text);
  }
  return before;
}

/** The arguments of a write by comparable name, and those that must be equal. */
interface Wanted {
  values: Map<string, unknown>;
  /** Must be in a look-up. */
  needed: ReadonlySet<string>;
  keys: ReadonlySet<string>;
}

function wantedOf(write: ProposedWrite): Wanted {
  const values = new Map(Object.entries(write.arguments).map(([name, value]) => [sameName(name), value]));
  const keys = new Set(write.keys.map(sameName));
  const required = requiredSchema.safeParse(write.schema).data?.required ?? [];
  const needed = [...required.map(sameName), ...keys].filter((name) => values.has(name));
  return { values, needed: new Set(needed), keys };
}

/** `newDate` and `new_date` are the same name. */
function sameName(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1_$2").toLowerCase();
}

/** Values that look-ups show for the thing that the write changes, by comparable name. */
function shownBy(reads: readonly LatestCall[], wanted: Wanted): Map<string, unknown[]> {
  const shown = new Map<string, unknown[]>();
  for (const { arguments: given, content } of reads) {
    const result = resultSchema.safeParse(parseJson(content));
    if (!result.success) continue;
    const asked = fieldsIn(given, wanted);
    const root = { asked, around: asked, near: asked };
    for (const place of placesIn(result.data, root, { wanted, depth: 0 }))
      for (const [name, value] of shownAt(place, wanted)) shown.set(name, [...(shown.get(name) ?? []), value]);
  }
  return shown;
}

type Field = [name: string, value: unknown];

interface Scope {
  /** Arguments of the look-up. */
  asked: Field[];
  /** `asked`, and the fields of all objects around. */
  around: Field[];
  /** The same, but from the innermost list entry on: an entry is identified by its own fields. */
  near: Field[];
}

/** An object of a result. */
interface Place extends Scope {
  own: Field[];
}

function* placesIn(
  value: unknown,
  outer: Scope,
  { wanted, depth }: { wanted: Wanted; depth: number },
): Generator<Place> {
  if (depth > maxDepth) return;
  const next = { wanted, depth: depth + 1 };
  if (Array.isArray(value)) {
    for (const entry of value) yield* placesIn(entry, { ...outer, near: [] }, next);
    return;
  }
  const fields = fieldsSchema.safeParse(value);
  if (!fields.success) return;
  const own = fieldsIn(fields.data, wanted);
  const inner = { asked: outer.asked, around: [...outer.around, ...own], near: [...outer.near, ...own] };
  yield { ...inner, own };
  for (const child of Object.values(fields.data)) if (typeof child === "object") yield* placesIn(child, inner, next);
}

/** Only the fields that are arguments of the write, too. */
function fieldsIn(value: unknown, { values }: Wanted): Field[] {
  const fields = fieldsSchema.safeParse(value).data ?? {};
  return Object.entries(fields).flatMap(([name, one]): Field[] =>
    values.has(sameName(name)) ? [[sameName(name), one]] : [],
  );
}

/** The own fields of an object, if it is the thing that the write changes and differs from the write in one argument at most. */
function shownAt({ own, asked, around, near }: Place, { values, needed, keys }: Wanted): Field[] {
  const is = (how: Comparison) => (field: Field) => compare(field[1], values.get(field[0])) === how;
  const differing = new Set(around.filter(is("different")).map(([name]) => name));
  const [changed] = differing;
  if (differing.size > 1) return [];
  if (changed !== undefined && (keys.has(changed) || asked.some(([name]) => name === changed))) return [];
  const equal = new Set(around.filter(is("equal")).map(([name]) => name));
  const holdsAll = [...needed].every((name) => equal.has(name) || name === changed);
  if (!holdsAll || !near.filter(is("equal")).some(([name]) => name !== changed)) return [];
  return own;
}

type Comparison = "equal" | "different" | "unclear";

/** Compares a value of a look-up with an argument. */
function compare(found: unknown, wanted: unknown): Comparison {
  const [a, b] = [plainText(found), plainText(wanted)];
  if (a !== undefined && b !== undefined) {
    if (a === b) return "equal";
    // Removed secrets cannot be compared.
    return redact(b) === a ? "unclear" : "different";
  }
  // The name of a part of the result, such as `order: {…}`, says nothing about an argument with a single value.
  return b !== undefined && found !== null ? "unclear" : "different";
}

function plainText(value: unknown): string | undefined {
  return typeof value === "object" || value === undefined ? undefined : String(value);
}

/** The only value that was shown, if it differs from the new one. */
function certainText(shown: readonly unknown[], wanted: unknown): string | undefined {
  const texts = new Set(shown.map(plainText));
  const [text] = texts;
  if (texts.size !== 1 || text === undefined || text.trim() === "") return undefined;
  if (compare(text, wanted) !== "different") return undefined;
  const clean = textOf(redact(text.toWellFormed()));
  return clean.length <= maxChars ? clean : `${clean.slice(0, maxChars - 1).replace(loneHalf, "")}…`;
}
