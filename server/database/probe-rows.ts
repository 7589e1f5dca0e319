import { randomUUID } from "node:crypto";
import { isOurs, schemaLabel, toSql } from "./own-schema.ts";
import type { Transaction } from "./transaction.ts";

// Generates rows for every tenant table from the catalogue, so that a new table is covered automatically.

export interface ProbeColumn {
  name: string;
  /** Type as PostgreSQL writes it, e.g. `text`, `vector`, `timestamp with time zone`. */
  type: string;
  required: boolean;
  has_default: boolean;
  /** Computed from other columns; never written. */
  generated: boolean;
  /** Source column of a generated column. */
  source: string | null;
  /** Prefix that the source of a generated column must have; the column contains the rest. */
  prefix: string | null;
  /** First allowed value if the check is a list; `?` for another kind of check. */
  allowed: string | null;
}

export interface ProbeReference {
  columns: string[];
  parent: string;
  parent_columns: string[];
}

export interface ProbeTable {
  /** Qualified, e.g. `public.tickets`. */
  name: string;
  columns: ProbeColumn[];
  references: ProbeReference[];
}

/** Values as text, by column; the statement casts them. */
export type ProbeRow = Record<string, string>;

/** Every table with a `tenant_id`, parents before children. */
export async function listProbeTables(tx: Pick<Transaction, "query">): Promise<ProbeTable[]> {
  const { rows } = await tx.query<ProbeTable>(`
    select ${schemaLabel("n")} || '.' || c.relname as name,
           (select json_agg(json_build_object(
                     'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
                     'has_default', a.atthasdef, 'generated', a.attgenerated <> '',
                     'source', (select s.attname from pg_attrdef g
                                  join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = g.oid and d.refobjid = c.oid and d.refobjsubid <> g.adnum
                                  join pg_attribute s on s.attrelid = c.oid and s.attnum = d.refobjsubid
                                 where a.attgenerated <> '' and g.adrelid = c.oid and g.adnum = a.attnum limit 1),
                     'prefix', (select substring(pg_get_expr(g.adbin, g.adrelid) from 'WHEN starts_with\\([a-z_]+, ''([^'']+)''')
                                  from pg_attrdef g where a.attgenerated <> '' and g.adrelid = c.oid and g.adnum = a.attnum),
                     'allowed', (select coalesce(substring(pg_get_constraintdef(k.oid) from '= (?:ANY \\(ARRAY\\[)?''([^'']+)'''), '?')
                                   from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey) limit 1)
                   ) order by a.attnum)
              from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
           coalesce((select json_agg(json_build_object(
                     'columns', (select json_agg(f.attname order by o.n) from unnest(k.conkey) with ordinality o(num, n) join pg_attribute f on f.attrelid = c.oid and f.attnum = o.num),
                     'parent', (select ${schemaLabel("pn")} || '.' || p.relname from pg_class p join pg_namespace pn on pn.oid = p.relnamespace where p.oid = k.confrelid),
                     'parent_columns', (select json_agg(f.attname order by o.n) from unnest(k.confkey) with ordinality o(num, n) join pg_attribute f on f.attrelid = k.confrelid and f.attnum = o.num)))
              from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as references
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and ${isOurs("n")}
       and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
     order by 1`);
  return parentsFirst(rows);
}

/**
 * A row of the table for one tenant: the parents' keys in references, the marker in every text without a rule, and a simple value in every
 * other required column.
 */
export function makeProbeRow(
  table: ProbeTable,
  of: { tenantId: string; marker: string; parents: ReadonlyMap<string, ProbeRow> },
): ProbeRow {
  const row: ProbeRow = {};
  for (const reference of table.references) {
    const parent = of.parents.get(reference.parent);
    if (parent) pointAt(table, { row, reference, parent });
  }
  for (const column of table.columns) {
    if (column.generated || row[column.name] !== undefined) continue;
    const value = column.name === "tenant_id" ? of.tenantId : valueFor(column, of.marker);
    if (value !== null) row[column.name] = value;
  }
  row.tenant_id = of.tenantId;
  return row;
}

/** Writes the parent's key into the row, or into the source column when the referring column is generated. */
export function pointAt(
  table: ProbeTable,
  { row, reference, parent }: { row: ProbeRow; reference: ProbeReference; parent: ProbeRow },
): void {
  for (const [index, name] of reference.columns.entries()) {
    const value = parent[reference.parent_columns[index] ?? ""];
    const column = table.columns.find((item) => item.name === name);
    if (name === "tenant_id" || value === undefined || !column) continue;
    row[column.source ?? name] = `${column.prefix ?? ""}${value}`;
  }
}

/** The statement that inserts the row. Names come quoted from the catalogue; values are parameters. */
export function insertProbeRow(table: ProbeTable, row: ProbeRow): { sql: string; params: string[] } {
  const names = Object.keys(row);
  const types = new Map(table.columns.map((column) => [column.name, column.type]));
  const values = names.map((name, index) => `$${index + 1}::text::${types.get(name) ?? "text"}`);
  return {
    sql: `insert into ${toSql(table.name)} (${names.map((name) => `"${name}"`).join(", ")}) values (${values.join(", ")})`,
    params: names.map((name) => row[name] ?? ""),
  };
}

function valueFor({ type, required, has_default, allowed }: ProbeColumn, marker: string): string | null {
  const must = required && !has_default;
  if (allowed !== null && allowed !== "?") return must ? allowed : null;
  if (type === "text" && (allowed === null || must)) return marker;
  if (!must) return null;
  if (type === "uuid") return randomUUID();
  if (type === "jsonb" || type === "json") return JSON.stringify(marker);
  if (type === "bytea") return `\\x${Buffer.from(marker).toString("hex")}`;
  if (type === "tsvector") return `'${marker}'`;
  if (type === "boolean") return "false";
  if (/^(timestamp|date)/.test(type)) return "now";
  if (/^(vector|halfvec)/.test(type))
    return `[${Array(Number(/\d+/.exec(type)?.[0] ?? 1))
      .fill("0.5")
      .join(",")}]`;
  if (type.endsWith("[]")) return "{}";
  return /^(integer|bigint|smallint|numeric|real|double)/.test(type) ? "1" : marker;
}

/** Tables in an order in which each follows those that it refers to. */
export function parentsFirst<Table extends { name: string; references: { parent: string }[] }>(
  tables: readonly Table[],
): Table[] {
  const done: Table[] = [];
  const waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const at = waiting.findIndex((table) => table.references.every(({ parent }) => !names.has(parent)));
    // For tables in a cycle: the first is inserted without the reference, which must be nullable.
    done.push(...waiting.splice(Math.max(at, 0), 1));
  }
  return done;
}
