import { queueSchema } from "../../db/migrate.ts";
import { isOurs, schemaLabel, toSql } from "./own-schema.ts";
import { parentsFirst } from "./probe-rows.ts";
import type { Transaction } from "./transaction.ts";

// Whole tables, of all tenants: for moving an installation, as the owner of the tables or as a superuser.

/** A connection that is not limited to one tenant. */
export type Connection = Pick<Transaction, "query">;

export interface WholeTable {
  /** Qualified, e.g. `public.tickets`. */
  name: string;
  /** Stored columns, without generated ones, ordered by name. */
  columns: { name: string; type: string }[];
  references: { parent: string }[];
  /** Row security is on, and also forced for the owner. */
  forced: boolean;
  hasTriggers: boolean;
}

/** Excludes another database's own record of migrations, and the queue, which is rebuilt from the table `jobs`. */
const notOurs = `${isOurs("n")} and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', '${queueSchema}') and n.nspname not like 'pg_temp%'
  and not (n.nspname = current_schema() and c.relname = 'schema_migrations')
  and not (n.nspname = 'langgraph' and c.relname = 'checkpoint_migrations')`;

/** Every table with data of this installation, parents before children. */
export async function listWholeTables(db: Connection): Promise<WholeTable[]> {
  const { rows } = await db.query<WholeTable>(`
    select ${schemaLabel("n")} || '.' || c.relname as name, c.relforcerowsecurity as forced,
           exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
           (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname collate "C")
              from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           coalesce((select json_agg(json_build_object('parent', (select ${schemaLabel("pn")} || '.' || p.relname from pg_class p join pg_namespace pn on pn.oid = p.relnamespace where p.oid = k.confrelid)))
              from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as references
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${notOurs}
     order by 1`);
  return parentsFirst(rows);
}

/** References that a copy in this order would violate: to the table itself, or to a later table. */
export async function listLateReferences(
  db: Connection,
  order: readonly string[],
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await db.query<{ table: string; name: string; definition: string }>(
    `select child.name as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k
       join unnest($1::text[]) with ordinality child(name, place) on replace(child.name, 'public.', '')::regclass = k.conrelid
       join unnest($1::text[]) with ordinality parent(name, place) on replace(parent.name, 'public.', '')::regclass = k.confrelid
      where k.contype = 'f' and parent.place >= child.place order by 1, 2`,
    [order],
  );
  return rows;
}

/** Sets the same text format of values on both sides. */
export async function speakPlainly(db: Connection): Promise<void> {
  await db.query(
    `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false), set_config('IntervalStyle', 'postgres', false),
            set_config('extra_float_digits', '1', false), set_config('bytea_output', 'hex', false)`,
  );
}

export interface TableSum {
  rows: number;
  /** Sum of the row hashes, independent of the row order. */
  checksum: string;
}

/** Counts a table's rows and computes its checksum, within the database. */
export async function sumUpTable(db: Connection, { name, columns }: WholeTable): Promise<TableSum> {
  // Long byte values are hashed directly, without conversion to text.
  const values = columns.map(({ name: column, type }) => (type === "bytea" ? `md5("${column}")` : `"${column}"::text`));
  const { rows } = await db.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(('x' || left(md5(row(${values.join(", ")})::text), 15))::bit(60)::bigint), 0)::text as checksum
       from ${toSql(name)}`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), checksum: rows[0]?.checksum ?? "" };
}

export async function hasRows(db: Connection, table: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(`select exists (select from ${toSql(table)}) as found`);
  return rows[0]?.found === true;
}

/** Most rows per step, and approximate most bytes. */
const stepRows = 500;
const stepBytes = 4 * 1024 * 1024;
/** Row positions read ahead: each has a few bytes. */
const placesAhead = 5_000;

/** Row positions of each step; needs an open transaction. A row larger than a step is a step of its own. */
export async function* listSteps(db: Connection, { name, columns }: WholeTable): AsyncGenerator<string[]> {
  // The length is stored before the text or bytes, which are not read for it.
  const sizes = columns.map(({ name: column, type }) =>
    type === "text" || type === "bytea"
      ? `coalesce(octet_length("${column}"), 0)`
      : `coalesce(pg_column_size("${column}"), 0)`,
  );
  await db.query(
    `declare places no scroll cursor for select ctid::text as place, (${sizes.join(" + ")})::text as bytes from ${toSql(name)}`,
  );
  let [step, held]: [string[], number] = [[], 0];
  for (;;) {
    const { rows } = await db.query<{ place: string; bytes: string }>(`fetch ${placesAhead} from places`);
    for (const { place, bytes } of rows) {
      if (step.length > 0 && (step.length >= stepRows || held + Number(bytes) > stepBytes)) {
        yield step;
        [step, held] = [[], 0];
      }
      step.push(place);
      held += Number(bytes);
    }
    if (rows.length < placesAhead) break;
  }
  if (step.length > 0) yield step;
  await db.query("close places");
}

/** The rows at these positions, each value as text. */
export async function readStep(
  db: Connection,
  { name, columns }: WholeTable,
  step: readonly string[],
): Promise<Record<string, string | null>[]> {
  const { rows } = await db.query<Record<string, string | null>>(
    `select ${columns.map(({ name: column }) => `"${column}"::text as "${column}"`).join(", ")} from ${toSql(name)} where ctid = any($1::tid[])`,
    [step],
  );
  return rows;
}

/** Inserts rows as they were read. */
export async function insertStep(
  db: Connection,
  { name, columns }: WholeTable,
  rows: readonly Record<string, string | null>[],
): Promise<void> {
  const names = columns.map(({ name: column }) => `"${column}"`).join(", ");
  await db.query(
    `insert into ${toSql(name)} (${names}) overriding system value
     select ${columns.map(({ name: column, type }) => `v."${column}"::${type}`).join(", ")}
       from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(", ")}) v (${names})`,
    columns.map(({ name: column }) => rows.map((row) => row[column] ?? null)),
  );
}

/** Positions of this installation's sequences: those that number a table. */
export async function listSequences(db: Connection): Promise<{ name: string; last: string }[]> {
  const { rows } = await db.query<{ name: string; last: string }>(
    `select case when n.nspname = current_schema() then quote_ident(c.relname) else format('%I.%I', n.nspname, c.relname) end as name, s.last_value::text as last
       from pg_sequences s join pg_namespace n on n.nspname = s.schemaname join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
      where s.last_value is not null and ${notOurs} and c.relname <> 'schema_migrations_id_seq' order by 1`,
  );
  return rows;
}

export async function setSequence(db: Connection, { name, last }: { name: string; last: string }): Promise<void> {
  await db.query("select setval($1::regclass, $2::bigint)", [name, last]);
}
