import { join, resolve } from "node:path";
import type pg from "pg";
import { earlierDatabaseMessage } from "../../db/earlier-database.ts";
import { openEmbedded } from "../../db/embedded.ts";
import type { BackupManifest } from "../../protocol/archive.ts";
import { listTenants } from "../accounts/store/tenants.ts";
import type { Config, SessionSecret } from "../core/config/config.ts";
import { loadOwnSecrets, lockDataDir } from "../core/data-dir.ts";
import { AppError } from "../core/errors.ts";
import { createLogger } from "../core/log.ts";
import { migrationFolder, openDatabase } from "../database/open-database.ts";
import { compareMigrations } from "../database/schema-check.ts";
import { withSystem, withTenant } from "../database/transaction.ts";
import { type Connection, listWholeTables, speakPlainly } from "../database/whole-tables.ts";
import { countRows, type MovedRows, type MovedTable, moveRows } from "../operations/privacy/move-rows.ts";
import { unpackBackup } from "../operations/privacy/restore.ts";
import {
  findFilledTables,
  notEmpty,
  openMoveTarget,
  readTarget,
  type TargetState,
} from "../operations/store/move-target.ts";
import { countTickets, insertMissingEmbedding } from "../operations/store/move-work.ts";
import { type AppContext, createContext } from "./context.ts";

export interface MoveRequest {
  /** Configuration of the target in production. Its DATA_DIR is the source. */
  config: Config;
  isDryRun: boolean;
  tell(at: { table: string; rows: number; isDone: boolean }): void;
}

export interface Moved extends MovedRows {
  target: TargetState;
  secrets: SessionSecret[];
}

/**
 * Moves a stopped embedded installation into an empty PostgreSQL. The folder is only read. The target gets all rows or none.
 * @throws AppError that names the obstacle; the target is then unchanged, or has this version's tables without rows.
 */
export async function moveInstallation({ config, isDryRun, tell }: MoveRequest): Promise<Moved> {
  const ownerUrl = ownerAddressOf(config, { isDryRun });
  const unlock = await lockDataDir(config.dataDir);
  const [embedded, target] = await openBoth(config, ownerUrl).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  try {
    const source = await embedded.pool.connect();
    try {
      const state = await prepare({ config, source, target: target.client, isDryRun });
      const secrets = config.sessionSecrets ?? (await loadOwnSecrets(config.dataDir));
      const rows = isDryRun
        ? planned(await countRows(source))
        : await moveRows({ source, target: target.client, tell });
      if (!isDryRun) await target.client.query("analyze");
      return { ...rows, target: state, secrets };
    } finally {
      await source.query("rollback");
      source.release();
    }
  } finally {
    await target.close();
    await embedded.close();
    await unlock();
  }
}

function ownerAddressOf({ databaseUrl, migrationDatabaseUrl }: Config, { isDryRun }: { isDryRun: boolean }): string {
  if (migrationDatabaseUrl !== undefined && (isDryRun || databaseUrl !== undefined)) return migrationDatabaseUrl;
  throw new AppError(
    "invalid_request",
    "Set the target: MIGRATION_DATABASE_URL to the owner's connection to an empty PostgreSQL database, and DATABASE_URL to the connection of the role parley_app, with a password of your choice.",
  );
}

async function openBoth({ dataDir }: Config, ownerUrl: string) {
  const target = await openMoveTarget(ownerUrl);
  try {
    return [await openEmbedded(dataDir), target] as const;
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** Checks both ends, opens the source for reading, and creates the target's tables. */
async function prepare(ends: {
  config: Config;
  source: Connection;
  target: pg.Client;
  isDryRun: boolean;
}): Promise<TargetState> {
  const { config, source, target, isDryRun } = ends;
  for (const end of [source, target]) await speakPlainly(end);
  await source.query("begin transaction isolation level repeatable read read only");
  const own = await compareMigrations(source, join(migrationFolder, "migrations"));
  if (own.isEarlier) throw new AppError("conflict", earlierDatabaseMessage);
  if (own.missing.length + own.newer.length > 0)
    throw new AppError(
      "conflict",
      own.missing.length > 0
        ? `The installation in ${config.dataDir} is from an older version. Start this version once, stop it, then run the move again.`
        : `The installation in ${config.dataDir} is from a newer version. Move it with that version.`,
    );
  const state = await readTarget(target);
  if (state.migrations.length > 0) {
    const there = await compareMigrations(target, join(migrationFolder, "migrations"));
    if (there.isEarlier)
      throw new AppError(
        "conflict",
        "The target database has tables from before Parley 0.1.0. Choose an empty database.",
      );
    if (there.newer.length > 0)
      throw new AppError(
        "conflict",
        "The target database has tables of a newer version. Use that version for the move, or choose an empty database.",
      );
    const filled = await findFilledTables(target, await listWholeTables(target));
    if (filled.length > 0) throw notEmpty(filled);
  }
  if (isDryRun) return state;
  // Migrates as the owner, and verifies that the application's role cannot see other tenants' rows.
  const db = await openDatabase(config, createLogger("silent"));
  await db.close();
  return { ...state, hasVectors: db.vectors };
}

function planned(tables: MovedTable[]): MovedRows {
  return { tables, vectorsLeft: 0, jobsWaiting: 0 };
}

export interface Arrived {
  /** Rows visible to the application on the target. */
  tenants: number;
  tickets: number;
  /** Documents whose vectors are computed now. */
  embedding: number;
}

/** Opens the target as its server will, and queues missing vectors. The caller closes the context. */
export async function arrive(config: Config): Promise<{ ctx: AppContext; arrived: Arrived }> {
  const ctx = await createContext({ ...config, logLevel: "silent" });
  const { db, embeddings } = ctx;
  const arrived: Arrived = { tenants: 0, tickets: 0, embedding: 0 };
  for (const { tenantId } of await withSystem(db, "list-tenants", listTenants)) {
    arrived.tenants += 1;
    await withTenant(db, tenantId, async (tx) => {
      arrived.tickets += await countTickets(tx);
      if (db.vectors) arrived.embedding += await insertMissingEmbedding(tx, embeddings.model);
    });
  }
  return { ctx, arrived };
}

async function refuseEarlier(folder: string): Promise<void> {
  const embedded = await openEmbedded(folder);
  try {
    const { isEarlier } = await compareMigrations(embedded.pool, join(migrationFolder, "migrations"));
    if (isEarlier) throw new AppError("conflict", earlierDatabaseMessage);
  } finally {
    await embedded.close();
  }
}

/** Unpacks a backup into the configuration's empty DATA_DIR. @throws AppError as {@link unpackBackup}. */
export async function restoreInstallation(
  { dataDir }: Config,
  bytes: AsyncIterable<Uint8Array>,
): Promise<BackupManifest> {
  const unlock = await lockDataDir(dataDir);
  try {
    return await unpackBackup(bytes, resolve(dataDir), refuseEarlier);
  } finally {
    await unlock();
  }
}
