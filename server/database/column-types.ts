import type { ColumnType } from "kysely";

/** A column with a default; optional in an insert. */
export type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** A point in time. It can also be written as text that PostgreSQL understands, because a `Date` has no microseconds. */
export type Time = ColumnType<Date, Date | string, Date | string>;

/** A day without a time. Read it as text (`day::text`): `pg` would return a `Date` in the time zone of the process. */
export type Day = ColumnType<{ castToText: true }, string, string>;

/** pgvector's text form, such as `[0.1,0.2]`. */
export type Vector = string;

/** Read with a zod schema; written with {@link json}. */
export type Json = ColumnType<unknown, JsonText, JsonText>;

/** JSON as text. `pg` would turn a JavaScript array into a PostgreSQL array. */
export type JsonText = string & { readonly isJson: true };

/** A value for a `jsonb` column. */
export function json(value: unknown): JsonText {
  return JSON.stringify(value) as JsonText; // branded here and nowhere else
}
