/**
 * Parley's tables are in the first schema of the owner's search path, which is `public` unless the operator chose another one. In the
 * program, their names always begin with `public.`; in SQL, {@link toSql} leaves it out, so that the search path finds them.
 */
const own = "public.";

/** SQL: the label of the schema `alias`, a row of `pg_namespace`. */
export function schemaLabel(alias: string): string {
  return `case when ${alias}.nspname = current_schema() then 'public' else ${alias}.nspname::text end`;
}

/** SQL: true for a schema that may have Parley's tables. Where they have a schema of their own, those in `public` are somebody else's. */
export function isOurs(alias: string): string {
  return `(${alias}.nspname <> 'public' or current_schema() = 'public')`;
}

/** The name of a table for a statement. */
export function toSql(name: string): string {
  return name.startsWith(own) ? name.slice(own.length) : name;
}
