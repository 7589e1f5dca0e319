import type { Schema } from "./operations.ts";

/** Picks from lists in an order that depends on a seed, so that a finding can be reproduced. */
export type Pick = <T>(items: readonly T[]) => T;

/** mulberry32: small, fast, and the same on every platform. */
export function createPick(seed: number): Pick {
  let state = seed >>> 0;
  return (items) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const item = items[((mixed ^ (mixed >>> 14)) >>> 0) % items.length];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
}

export interface Values {
  pick: Pick;
  /** The id for a field of this name. */
  idFor(field: string): string;
  /** A text for a field of this name. */
  textFor(field: string): string;
}

/** A body that fits the schema: all required fields, and each optional field half of the time. */
export function sample(schema: Schema, values: Values, field = ""): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(values.pick(choices), values, field);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, values, field)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return values.pick(schema.enum);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || values.pick([true, false]))
          .map(([name, property]) => [name, sample(property, values, name)]),
      );
    case "array":
      return schema.items ? [sample(schema.items, values, field)] : [];
    case "boolean":
      return values.pick([true, false]);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 0);
    case "null":
      return null;
    default:
      return text(schema, values, field);
  }
}

function text(schema: Schema, values: Values, field: string): string {
  if (schema.format === "date-time") return new Date(0).toISOString();
  const found = schema.format === "uuid" || /(^|_)id$/.test(field) ? values.idFor(field) : values.textFor(field);
  return found.slice(0, schema.maxLength ?? found.length).padEnd(schema.minLength ?? 0, "x");
}
