import pg from "pg";
import { keepAliveMs, ownerConnectMs } from "../../../db/limits.ts";
import { AppError, asError } from "../../core/errors.ts";
import { toUrl } from "../../core/text/parse-url.ts";
import { toSql } from "../../database/own-schema.ts";
import { type Connection, hasRows, listLateReferences, type WholeTable } from "../../database/whole-tables.ts";

/** The oldest supported version, as PostgreSQL's `server_version_num`. */
const oldestVersion = 150_000;
/** Longest wait for locked tables, in ms. */
const lockLimitMs = 2_000;
const lockNotAvailable = "55P03";
/** Filled by migrations. */
const seeded: ReadonlySet<string> = new Set(["public.embedding_models"]);

export interface MoveTarget {
  client: pg.Client;
  close(): Promise<void>;
}

/** Opens one connection to the target as its owner. @throws AppError `unavailable` with the reason. */
export async function openMoveTarget(url: string): Promise<MoveTarget> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "parley move",
    connectionTimeoutMillis: ownerConnectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  });
  // The waiting query gets the error; without a listener, the process would end.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    const { host } = toUrl(url);
    throw new AppError("unavailable", `Cannot connect to the database at ${host}: ${asError(cause).message}`, {
      cause,
    });
  }
  return { client, close: () => client.end() };
}

export interface TargetState {
  version: string;
  /** Applied migrations; none: the target has no tables of Parley. */
  migrations: string[];
  hasVectors: boolean;
}

/** Reads the state of the target. @throws AppError `invalid_request` with the first missing right or version. */
export async function readTarget(db: Connection): Promise<TargetState> {
  const { rows } = await db.query<Rights>(rights);
  const found = rows[0];
  if (!found) throw new Error("the database did not answer");
  const lack = lackOf(found);
  if (lack) throw new AppError("invalid_request", lack);
  const { rows: applied } = found.migrated
    ? await db.query<{ name: string }>("select name from schema_migrations order by name")
    : { rows: [] };
  return {
    version: `PostgreSQL ${found.version_text}`,
    migrations: applied.map(({ name }) => name),
    hasVectors: found.has_vectors,
  };
}

interface Rights {
  version: number;
  version_text: string;
  role: string;
  may_create: boolean;
  lacks_roles: boolean;
  may_create_roles: boolean;
  migrated: boolean;
  owns: boolean;
  has_vectors: boolean;
  is_standby: boolean;
}

const rights = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text, current_user::text as role,
         has_database_privilege(current_database(), 'create') and coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
         (select count(*) < 2 from pg_roles where rolname in ('parley_app', 'parley_platform')) as lacks_roles,
         (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
         to_regclass('schema_migrations') is not null as migrated,
         coalesce((select pg_has_role(c.relowner, 'usage') from pg_class c where c.oid = to_regclass('schema_migrations')), true) as owns,
         exists (select from pg_available_extensions where name = 'vector') as has_vectors,
         pg_is_in_recovery() as is_standby`;

function lackOf(found: Rights): string | null {
  if (found.version < oldestVersion)
    return `The target is PostgreSQL ${found.version_text}. Parley needs PostgreSQL 15 or newer.`;
  if (found.is_standby) return "The target is a read-only standby. Use the primary server.";
  if (!found.owns)
    return `The role ${found.role} does not own the target's tables. Use their owner in MIGRATION_DATABASE_URL.`;
  if (!found.may_create)
    return `The role ${found.role} cannot create tables in the target. Make it the owner: alter database ... owner to ${found.role}`;
  if (found.lacks_roles && !found.may_create_roles)
    return `The role ${found.role} cannot create the roles parley_app and parley_platform. Allow it: alter role ${found.role} createrole`;
  return null;
}

/**
 * Tables of the target with rows. Row security also hides the rows from their owner, so it is turned off in a transaction that is rolled
 * back.
 */
export async function findFilledTables(db: Connection, tables: readonly WholeTable[]): Promise<string[]> {
  // These tables have no row security, so no lock is needed.
  for (const table of ["auth.people", "auth.organizations"]) if (await hasRows(db, table)) return [table];
  await db.query("begin");
  try {
    await takeTables(db, tables);
    return await listFilled(db, tables);
  } finally {
    await db.query("rollback");
  }
}

async function listFilled(db: Connection, tables: readonly WholeTable[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) if (!seeded.has(name) && (await hasRows(db, name))) filled.push(name);
  return filled;
}

/** Locks tables and turns off their row security. @throws AppError `conflict` when another connection uses them. */
async function takeTables(db: Connection, tables: readonly WholeTable[]): Promise<void> {
  await db.query(`select set_config('lock_timeout', '${lockLimitMs}', true)`);
  try {
    await db.query(`lock table ${tables.map(({ name }) => name).join(", ")} in access exclusive mode`);
  } catch (cause) {
    const isInUse = cause instanceof pg.DatabaseError && cause.code === lockNotAvailable;
    if (!isInUse) throw cause;
    throw new AppError("conflict", "The target's tables are in use. Stop every Parley that uses the target.", {
      cause,
    });
  }
  for (const { name, forced } of tables)
    if (forced) await db.query(`alter table ${toSql(name)} no force row level security`);
}

/**
 * Runs `fill` in one transaction in which the target's tables accept rows unchanged: without row security for their owner, triggers,
 * references that the order of tables would break, and vector indexes (built once at the end). All of them are restored before the commit.
 * After an error or a crash the target is unchanged.
 * @throws AppError `conflict` when the target has rows.
 */
export async function inFillingTransaction<T>(
  db: Connection,
  tables: readonly WholeTable[],
  fill: () => Promise<T>,
): Promise<T> {
  await db.query("begin");
  try {
    await takeTables(db, tables);
    const filled = await listFilled(db, tables);
    if (filled.length > 0) throw notEmpty(filled);
    for (const name of seeded)
      if (tables.some((table) => table.name === name)) await db.query(`delete from ${toSql(name)}`);
    const late = await listLateReferences(
      db,
      tables.map(({ name }) => name),
    );
    for (const { table, name } of late) await db.query(`alter table ${toSql(table)} drop constraint ${name}`);
    for (const { name, hasTriggers } of tables)
      if (hasTriggers) await db.query(`alter table ${toSql(name)} disable trigger user`);
    await dropVectorIndexes(db);
    const result = await fill();
    for (const { table, name, definition } of late)
      await db.query(`alter table ${toSql(table)} add constraint ${name} ${definition}`);
    for (const { name, hasTriggers, forced } of tables) {
      if (hasTriggers) await db.query(`alter table ${toSql(name)} enable trigger user`);
      if (forced) await db.query(`alter table ${toSql(name)} force row level security`);
    }
    await db.query("commit");
    return result;
  } catch (error) {
    await db.query("rollback").catch(() => {}); // a connection that broke has rolled back by itself
    throw error;
  }
}

export function notEmpty(tables: readonly string[]): AppError {
  return new AppError(
    "conflict",
    `The target is not empty: ${tables.slice(0, 3).join(", ")} contain rows. Use an empty database, or create one with createdb.`,
  );
}

async function dropVectorIndexes(db: Connection): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'hnsw' and i.indrelid = to_regclass('chunk_embeddings')`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
}
