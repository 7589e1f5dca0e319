import { resolve } from "node:path";
import { z } from "zod";
import { readConfig } from "../../../server/core/config/config.ts";
import { AppError } from "../../../server/core/errors.ts";
import { makeBackup } from "../../../server/operations/privacy/backup.ts";
import { defineCommand, type Out } from "../command.ts";
import { runIsolationChecks } from "../doctor-isolation.ts";
import { openArchive } from "../read-file.ts";
import { renderChecks } from "../render-checks.ts";
import { inMegabytes, writeArchive } from "../write-archive.ts";

const inProduction =
  "DATABASE_URL is set, so the data is in PostgreSQL. Back it up with pg_dump and restore it with pg_restore; see docs/guide/backup-and-restore.md.";

export const backupCommand = defineCommand({
  name: "backup",
  args: z.strictObject({ out: z.string(), cwd: z.string() }),
  run: async (ctx, { out, cwd }) => {
    if (ctx.config.databaseUrl !== undefined) throw new AppError("invalid_request", inProduction);
    const file = resolve(cwd, out);
    const { stoodStillMs, written } = await makeBackup({ db: ctx.db, dataDir: ctx.config.dataDir }, (bytes) =>
      writeArchive(file, bytes),
    );
    return {
      file,
      bytes: written,
      stood_still_ms: Math.round(stoodStillMs),
      /** False: they come from SESSION_SECRETS, and are to be kept beside the backup. */
      has_secrets: ctx.config.sessionSecrets === undefined,
    };
  },
  render: ({ file, bytes, stood_still_ms, has_secrets }) =>
    [
      `Backed up to ${file} (${inMegabytes(bytes)}). The database was paused for ${stood_still_ms} ms.`,
      has_secrets
        ? "It contains every conversation and the installation's secrets. Store it as securely as DATA_DIR."
        : "It contains every conversation. It does not contain SESSION_SECRETS; back that up separately.",
      "To restore it into an empty DATA_DIR, run: parley restore",
    ].join("\n"),
});

const restoreArgs = z.strictObject({ file: z.string(), cwd: z.string() });

export interface RestoreResult {
  data_dir: string;
  backup_of: string;
  tenants: number;
  tickets: number;
  isolation: Awaited<ReturnType<typeof runIsolationChecks>> & { ok: boolean };
}

/** Restores a backup into DATA_DIR, which has no installation, and checks the result like a server start. */
export async function restore(given: unknown, out: Out): Promise<RestoreResult> {
  const { file, cwd } = restoreArgs.parse(given);
  const config = readConfig();
  if (config.databaseUrl !== undefined) throw new AppError("invalid_request", inProduction);
  const unpacked = await openArchive(cwd, file);
  // Loaded only here, because no other command needs it.
  const { arrive, restoreInstallation } = await import("../../../server/wiring/move.ts");
  const manifest = await restoreInstallation(config, unpacked);
  out.info("All checksums match. Opening the restored installation to check it.");
  const { ctx, arrived } = await arrive(config);
  try {
    const proof = await runIsolationChecks(ctx);
    return {
      data_dir: ctx.config.dataDir,
      backup_of: manifest.created_at,
      tenants: arrived.tenants,
      tickets: arrived.tickets,
      isolation: { ...proof, ok: proof.checks.every(({ status }) => status !== "failed") },
    };
  } finally {
    await ctx.close();
  }
}

export function renderRestore({ data_dir, backup_of, tenants, tickets, isolation }: RestoreResult): string {
  return [
    `Restored the backup from ${backup_of} to ${data_dir}: ${tenants} tenants, ${tickets} tickets.`,
    "",
    renderChecks(isolation.checks),
    "",
    isolation.ok ? "Start Parley with this DATA_DIR." : "Tenant isolation failed. Do not start a server on it.",
  ].join("\n");
}
