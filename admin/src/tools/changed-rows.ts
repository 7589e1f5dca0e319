import { type JsonSchema, type SchemaRow, schemaRows } from "./schema.ts";

/** An argument that is not what it was; empty on the side where it is not. */
export interface ChangedRow {
  path: string;
  before: string;
  after: string;
}

/** What became of the arguments of a tool, in words. */
export function changedRows(before: JsonSchema, after: JsonSchema): ChangedRow[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? "", after: now.get(path) ?? "" }))
    .filter((row) => row.before !== row.after);
}

function wordsOf(schema: JsonSchema): Map<string, string> {
  return new Map(schemaRows(schema).map((row) => [row.path, words(row)]));
}

function words({ type, isRequired, description, rules }: SchemaRow): string {
  return [type, isRequired ? "required" : "optional", rules, description].filter(Boolean).join(", ");
}
