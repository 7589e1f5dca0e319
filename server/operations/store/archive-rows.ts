import { conditionsFrom } from "../../database/cascades.ts";
import { listProbeTables } from "../../database/probe-rows.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** A table as an archive holds it. */
export interface ArchiveTable {
  /** Qualified, e.g. `public.tickets`. */
  name: string;
  /** What is written: everything but what is computed from other columns. */
  columns: { name: string; type: string }[];
  /** Columns that tell rows apart, without the tenant's. */
  key: string[];
}

/** Every table with a `tenant_id`, parents before their children. */
export async function listArchiveTables(tx: Transaction): Promise<ArchiveTable[]> {
  const { rows } = await tx.query<{ name: string; key: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
      where i.indisprimary and a.attname <> 'tenant_id' group by 1`,
  );
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
  /** The bytes that stand in a file of their own. */
  bytes: Buffer | null;
  /** Where the next look begins. */
  place: string[];
}

export interface ArchivePage {
  /** Names come from the catalogue. */
  table: ArchiveTable;
  columns: readonly string[];
  key: readonly string[];
  /** The column whose bytes are given apart. */
  file: string | undefined;
  /** Only rows with this, where `$1` is a list of ids. */
  condition: string | undefined;
  ids: readonly string[];
  after: string[] | null;
  limit: number;
}

/** Some rows, in the order of their key. */
export async function listArchivedRows(tx: TenantTransaction, page: ArchivePage): Promise<ArchivedRow[]> {
  const { table, columns, key, file, after } = page;
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]));
  const quoted = key.map((name) => `t."${name}"`);
  // A table of one row has no key besides its tenant.
  const order = quoted.length > 0 ? `order by ${quoted.join(", ")}` : "";
  const behind =
    after && key.length > 0
      ? `and (${quoted.join(", ")}) > (${key.map((name, nth) => `$${nth + 3}::text::${typeOf.get(name)}`).join(", ")})`
      : "";
  const plain = columns.filter((name) => name !== file);
  const { rows } = await tx.query<{ line: string; bytes: Buffer | null; place: string[] }>(
    `select (select row_to_json(r)::text from (select ${plain.map((name) => `t."${name}"`).join(", ")}) r) as line,
            ${file ? `t."${file}"` : "null::bytea"} as bytes, array[${quoted.map((name) => `${name}::text`).join(", ")}]::text[] as place
       from ${table.name} t
      where ${page.condition ? page.condition : "($1::uuid[] is null or true)"} and $2::int is not null ${behind} ${order} limit $2`,
    [page.condition ? page.ids : null, page.limit, ...(behind ? (after ?? []) : [])],
  );
  return rows;
}

/** What belongs to some visitors, by table: a condition over `$1`, their ids. */
export function conditionsOfVisitors(tx: Transaction): Promise<Map<string, string>> {
  return conditionsFrom(
    tx,
    new Map([
      ["visitors", "id = any($1::uuid[])"],
      ["tickets", "visitor_id = any($1::uuid[])"],
    ]),
  );
}

/** Whatever this transaction adds was said long ago: nobody is told of it. */
export async function beginImport(tx: Transaction): Promise<void> {
  await tx.query("select set_config('app.importing', 'on', true)");
}

/** Adds rows. What is not named has its default. @param lines JSON of one row each. @param bytes in the order of the rows, for `file`. */
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
    `insert into ${table.name} (${names}) select ${values} from jsonb_populate_recordset(null::${table.name}, $2::jsonb) r`,
    [tx.tenantId, `[${lines.join(",")}]`, ...(file ? [bytes ?? Buffer.alloc(0)] : [])],
  );
  return rowCount ?? 0;
}

/** Work for what the archive's server had not done: documents that are not read or have no vectors of this model. */
export async function insertWorkOfImport(tx: TenantTransaction, model: string | null): Promise<number> {
  const lacksVectors = `exists (select from chunks c where c.version_id = d.current_version_id
    and not exists (select from chunk_embeddings e where e.chunk_id = c.id and e.model = $1))`;
  const { rowCount } = await tx.query(
    `insert into jobs (tenant_id, id, kind, target_id, document_id)
     select d.tenant_id, gen_random_uuid(), case when d.current_version_id is null then 'ingest' else 'embed' end,
            coalesce(d.current_version_id, d.wanted_version_id), d.id
       from documents d
      where coalesce(d.current_version_id, d.wanted_version_id) is not null and d.status <> 'failed' and ($1::text is null or true)
        and (d.status in ('queued', 'processing', 'searchable') or d.current_version_id is null ${model === null ? "" : `or ${lacksVectors}`})`,
    [model],
  );
  return rowCount ?? 0;
}
