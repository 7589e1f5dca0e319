import { type SqlBool, sql } from "kysely";
import { conditionsFrom } from "../../database/cascades.ts";
import { schemaLabel, toSql } from "../../database/own-schema.ts";
import { listProbeTables } from "../../database/probe-rows.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** A table in an archive. */
export interface ArchiveTable {
  /** Qualified, e.g. `public.tickets`. */
  name: string;
  /** Without generated columns. */
  columns: { name: string; type: string }[];
  /** Primary key without `tenant_id`. */
  key: string[];
}

/** Every table with a `tenant_id`, parents before their children. */
export async function listArchiveTables(tx: Transaction): Promise<ArchiveTable[]> {
  const rows = await tx.all(sql<{ name: string; key: string[] }>`
    select ${sql.raw(schemaLabel("n"))} || '.' || c.relname as name, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
     where i.indisprimary and a.attname <> 'tenant_id' group by 1`);
  const keys = new Map(rows.map(({ name, key }) => [name, key]));
  return (await listProbeTables(tx)).map(({ name, columns }) => ({
    name,
    columns: columns.filter(({ generated }) => !generated).map(({ name, type }) => ({ name, type })),
    key: keys.get(name) ?? [],
  }));
}

export interface ArchivedRow {
  /** JSON of the row. */
  line: string;
  /** Content of the row's own file. */
  bytes: Buffer | null;
  /** Key of the row, where the next page begins. */
  place: string[];
}

export interface ArchivePage {
  /** Names come from the catalogue. */
  table: ArchiveTable;
  columns: readonly string[];
  key: readonly string[];
  /** The column with the content of the row's own file. */
  file: string | undefined;
  /** SQL condition over `$1`, the list of `ids`; without one, all rows. */
  condition: string | undefined;
  ids: readonly string[];
  after: string[] | null;
  limit: number;
}

/** One page of rows, ordered by their key. */
export async function listArchivedRows(tx: TenantTransaction, page: ArchivePage): Promise<ArchivedRow[]> {
  const { table, columns, key, file, after } = page;
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]));
  const quoted = key.map((name) => `t."${name}"`);
  // A table of one row has no key besides its tenant.
  const order = quoted.length > 0 ? `order by ${quoted.join(", ")}` : "";
  const isAfter =
    after && key.length > 0
      ? `and (${quoted.join(", ")}) > (${key.map((name, nth) => `$${nth + 3}::text::${typeOf.get(name)}`).join(", ")})`
      : "";
  const plain = columns.filter((name) => name !== file);
  const { rows } = await tx.query<{ line: string; bytes: Buffer | null; place: string[] }>(
    `select (select row_to_json(r)::text from (select ${plain.map((name) => `t."${name}"`).join(", ")}) r) as line,
            ${file ? `t."${file}"` : "null::bytea"} as bytes, array[${quoted.map((name) => `${name}::text`).join(", ")}]::text[] as place
       from ${toSql(table.name)} t
      where ${page.condition ? page.condition : "($1::uuid[] is null or true)"} and $2::int is not null ${isAfter} ${order} limit $2`,
    [page.condition ? page.ids : null, page.limit, ...(isAfter ? (after ?? []) : [])],
  );
  return rows;
}

/** Conditions for the rows of some visitors, by table, over `$1`: the visitors' ids. */
export function conditionsOfVisitors(tx: Transaction): Promise<Map<string, string>> {
  return conditionsFrom(
    tx,
    new Map([
      ["visitors", "id = any($1::uuid[])"],
      ["tickets", "visitor_id = any($1::uuid[])"],
    ]),
  );
}

/** Rows that this transaction adds cause no notifications, because they are old. */
export async function beginImport(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('app.importing', 'on', true)`);
}

/**
 * Adds rows; columns that are not in `columns` get their default.
 * @param lines one row each, as JSON. @param bytes the value of the column `file`.
 */
export async function insertArchivedRows(
  tx: TenantTransaction,
  table: ArchiveTable,
  {
    lines,
    columns,
    file,
    bytes,
  }: { lines: readonly string[]; columns: readonly string[]; file?: string | undefined; bytes?: Buffer | undefined },
): Promise<number> {
  const own = columns.filter((name) => name !== "tenant_id" && name !== file).map((name) => `"${name}"`);
  const names = ["tenant_id", ...own, ...(file ? [`"${file}"`] : [])].join(", ");
  const values = [`$1::uuid`, ...own.map((name) => `r.${name}`), ...(file ? ["$3::bytea"] : [])].join(", ");
  const { rowCount } = await tx.query(
    `insert into ${toSql(table.name)} (${names}) select ${values} from jsonb_populate_recordset(null::${toSql(table.name)}, $2::jsonb) r`,
    [tx.tenantId, `[${lines.join(",")}]`, ...(file ? [bytes ?? Buffer.alloc(0)] : [])],
  );
  return rowCount ?? 0;
}

/** Adds jobs for documents that the archive's server had not read, or that have no vectors of this model. @returns their number. */
export function insertWorkOfImport(tx: TenantTransaction, model: string | null): Promise<number> {
  const lacksVectors = sql<SqlBool>`exists (select from chunks c where c.version_id = d.current_version_id
    and not exists (select from chunk_embeddings e where e.chunk_id = c.id and e.model = ${model}))`;
  return tx.run(sql`
    insert into jobs (tenant_id, id, kind, target_id, document_id)
    select d.tenant_id, gen_random_uuid(), case when d.current_version_id is null then 'ingest' else 'embed' end,
           coalesce(d.current_version_id, d.wanted_version_id), d.id
      from documents d
     where coalesce(d.current_version_id, d.wanted_version_id) is not null and d.status <> 'failed'
       and (d.status in ('queued', 'processing', 'searchable') or d.current_version_id is null or ${model === null ? sql`false` : lacksVectors})`);
}
