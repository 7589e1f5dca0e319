import type { Pool } from "pg";

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  is_array: boolean;
  is_nullable: boolean;
  has_default: boolean;
  /** Text of the check constraint on this column alone. */
  rule: string | null;
}

/** The product's tables, without the tables of libraries. */
const columnsSql = `
  select (case n.nspname when 'public' then '' else n.nspname || '.' end) || c.relname as "table", a.attname as "column",
         coalesce(element.typname, t.typname) as type, element.oid is not null as is_array,
         not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
         (select pg_get_constraintdef(k.oid) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' limit 1) as rule
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth')
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
   where c.relkind = 'r' and c.relname <> 'schema_migrations'
   order by n.nspname = 'auth', c.relname, a.attnum`;

const types: Record<string, string> = {
  bool: "boolean",
  bytea: "Uint8Array",
  date: "Day",
  float4: "number",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "number",
  jsonb: "Json",
  text: "string",
  timestamptz: "Time",
  uuid: "string",
  vector: "Vector",
};

/** Generates the TypeScript file with the rows of every table from the migrated schema of this database. */
export async function tableTypes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<ColumnRow>(columnsSql);
  const tables = groupByTable(rows);
  const entries = [...tables].map(([table, columns]) => {
    const name = table.includes(".") ? `"${table}"` : table;
    return `  ${name}: {\n${columns.map((column) => `    ${column.column}: ${typeOf(column)};\n`).join("")}  };\n`;
  });
  return `${head}\nexport interface Tables {\n${entries.join("")}}\n`;
}

const head = `// Printed by \`npm run reference\` from the migrated schema. Do not edit.
// check-ignore file-length: one entry per table
import type { Day, Generated, Json, Time, Vector } from "./column-types.ts";
`;

function groupByTable(rows: ColumnRow[]): Map<string, ColumnRow[]> {
  const tables = new Map<string, ColumnRow[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

/** @throws Error for a column type that the table above lacks. */
function typeOf({ table, column, type, is_array, is_nullable, has_default, rule }: ColumnRow): string {
  const known = types[type];
  if (known === undefined)
    throw new Error(`the type ${type} of ${table}.${column} is missing in scripts/reference/table-types.ts`);
  const values = rule === null ? [] : [...rule.matchAll(/'([^']*)'::text/g)].map(([, value]) => `"${value}"`);
  const one = values.length > 0 ? values.join(" | ") : known;
  const many = is_array ? `${values.length > 0 ? `(${one})` : one}[]` : one;
  const full = is_nullable ? `${many} | null` : many;
  return has_default ? `Generated<${full}>` : full;
}
