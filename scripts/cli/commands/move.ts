import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { type Config, readConfig } from "../../../server/core/config/config.ts";
import { AppError } from "../../../server/core/errors.ts";
import type { Arrived, Moved } from "../../../server/wiring/move.ts";
import type { Out } from "../command.ts";
import { type IsolationSummary, runIsolationChecks } from "../doctor-isolation.ts";
import { productionEnvOf } from "../moved-away.ts";
import { renderChecks } from "../render-checks.ts";
import { requireInstallation } from "../require-installation.ts";

const argsSchema = z.strictObject({ to: z.string().optional(), app: z.string().optional(), dryRun: z.boolean() });
const addressSchema = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be a URL, for example postgres://owner@db.example.com/parley",
});

export interface MoveResult {
  dry_run: boolean;
  from: string;
  target: string;
  tables: Moved["tables"];
  tenants: number;
  tickets: number;
  jobs_waiting: number;
  vectors: { left: number; documents_queued: number };
  /** Null with `--dry-run`. */
  isolation:
    | (IsolationSummary & { ok: boolean; checks: Awaited<ReturnType<typeof runIsolationChecks>>["checks"] })
    | null;
  /** Where the settings are that the new installation starts with; null with `--dry-run`. */
  environment_file: string | null;
}

/** Moves the embedded installation of DATA_DIR to the PostgreSQL that the environment or the options name. */
export async function move(given: unknown, out: Out): Promise<MoveResult> {
  const { to, app, dryRun } = argsSchema.parse(given);
  const own = readConfig();
  const config: Config = {
    ...own,
    migrationDatabaseUrl: to === undefined ? own.migrationDatabaseUrl : toAddress("--to", to),
    databaseUrl: app === undefined ? own.databaseUrl : toAddress("--app", app),
  };
  requireInstallation(config.dataDir, null);
  // Loaded only here, because no other command needs it.
  const { arrive, moveInstallation } = await import("../../../server/wiring/move.ts");
  const moved = await moveInstallation({ config, isDryRun: dryRun, tell: teller(out) });
  const from = resolve(config.dataDir);
  const plan: MoveResult = {
    dry_run: dryRun,
    from,
    target: moved.target.version,
    tables: moved.tables,
    tenants: rowsOf(moved, "public.tenants"),
    tickets: rowsOf(moved, "public.tickets"),
    jobs_waiting: moved.jobsWaiting,
    vectors: { left: moved.vectorsLeft, documents_queued: 0 },
    isolation: null,
    environment_file: null,
  };
  if (dryRun) return plan;
  out.info("All data is copied. Opening the target to check it.");
  const { ctx, arrived } = await arrive(config);
  try {
    requireAllSeen(plan, arrived);
    const { checks, isolation } = await runIsolationChecks(ctx);
    return {
      ...plan,
      vectors: { left: moved.vectorsLeft, documents_queued: arrived.embedding },
      isolation: { ...isolation, ok: checks.every(({ status }) => status !== "failed"), checks },
      environment_file: await writeEnvironment(config, moved),
    };
  } finally {
    await ctx.close();
  }
}

function toAddress(option: string, text: string): string {
  const parsed = addressSchema.safeParse(text);
  if (!parsed.success) throw new AppError("invalid_request", `${option} ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

function teller(out: Out): (at: { table: string; rows: number; isDone: boolean }) => void {
  return ({ table, rows, isDone }) => {
    if (rows > 0) out.info(`${isDone ? "copied " : "copying"}  ${table.padEnd(32)}${rows.toLocaleString("en")}`);
  };
}

function rowsOf({ tables }: Moved, name: string): number {
  return tables.find(({ table }) => table === name)?.rows ?? 0;
}

/** DATABASE_URL may name another database than the owner's address. */
function requireAllSeen({ tenants, tickets }: MoveResult, arrived: Arrived): void {
  if (arrived.tenants === tenants && arrived.tickets === tickets) return;
  throw new AppError(
    "conflict",
    `DATABASE_URL shows ${arrived.tenants} tenants and ${arrived.tickets} tickets, but ${tenants} and ${tickets} were moved. Check that DATABASE_URL and MIGRATION_DATABASE_URL point to the same database.`,
  );
}

/** Secrets are kept in a file for its owner, as those of new tenants are. */
async function writeEnvironment(config: Config, { secrets }: Moved): Promise<string> {
  const file = productionEnvOf(config);
  const lines = [
    `DATABASE_URL=${config.databaseUrl}`,
    `MIGRATION_DATABASE_URL=${config.migrationDatabaseUrl}`,
    config.redisUrl ? `REDIS_URL=${config.redisUrl}` : "# REDIS_URL=redis://...   needed with more than one process",
    config.publicUrl ? `PUBLIC_URL=${config.publicUrl}` : "# PUBLIC_URL=https://...",
    // Open chats, sessions of the console and sealed keys go on with the secrets that made them.
    `SESSION_SECRETS=${secrets.map(({ kid, secret }) => `${kid}:${secret}`).join(",")}`,
  ];
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return file;
}

export function renderMove(result: MoveResult): string {
  const { tables, tenants, tickets, isolation, vectors } = result;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString("en");
  if (!isolation)
    return [
      `The move would copy ${rows} rows of ${tables.length} tables to ${result.target}: ${tenants} tenants, ${tickets} tickets.`,
      "The move can start. Nothing was changed.",
    ].join("\n");
  return [
    `Moved ${rows} rows of ${tables.length} tables to ${result.target}. Row counts and checksums match.`,
    `${tenants} tenants, ${tickets} tickets, ${result.jobs_waiting} queued jobs for the first worker.`,
    ...(vectors.left > 0
      ? [
          `${vectors.left} vectors were not moved: the target has no pgvector, so search uses words only. After you install it, run: parley migrate, then parley knowledge reindex --all --tenant <tenant>.`,
        ]
      : []),
    ...(vectors.documents_queued > 0
      ? [`${vectors.documents_queued} documents are queued to get vectors from the configured model.`]
      : []),
    "",
    renderChecks(isolation.checks),
    "",
    ...(isolation.ok
      ? nextSteps(result)
      : [
          "Tenant isolation failed on the target. Do not start a server on it. The embedded installation is unchanged.",
        ]),
  ].join("\n");
}

function nextSteps({ environment_file: file, from }: MoveResult): string[] {
  return [
    "Next:",
    `  1. Use the settings in ${file} (it contains secrets) and add REDIS_URL and PUBLIC_URL.`,
    "  2. Start Parley with them and run: parley doctor",
    `  3. Do not start the old installation again: new conversations there would not be moved. Keep ${from} until you no longer need it.`,
  ];
}
