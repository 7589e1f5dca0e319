import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Check } from "../../../../protocol/admin-doctor.ts";
import { asError } from "../../../core/errors.ts";
import { findServerSettings } from "../../../database/server-settings.ts";
import { withSystem } from "../../../database/transaction.ts";
import { countBacklog } from "../../store/job-backlog.ts";
import { failed, notSet, ok, warning } from "../check.ts";
import type { InstallationDeps } from "../deps.ts";
import { checkBodySize } from "./check-body-size.ts";
import { checkPublicUrl } from "./check-certificate.ts";
import { checkDatabase } from "./check-database.ts";
import { checkEmbeddings, judgeModels } from "./check-models.ts";
import { checkTenants } from "./check-tenants.ts";
import { checkDisk, judgeBacklog, judgeLoop, judgeRedis, judgeServer } from "./judge-parts.ts";

/** Checks all parts of an installation with real requests. Never throws: a part that cannot be checked becomes a finding. */
export async function checkInstallation(deps: InstallationDeps): Promise<Check[]> {
  const { config, tenants } = deps;
  const isEmbedded = config.databaseUrl === undefined;
  // The embedded database has one connection, so its checks run one after another.
  const ofDatabase = async () => [
    ...(await attempt("database", () => checkDatabase(tenants, deps.migrationFolder))),
    ...(isEmbedded
      ? []
      : await attempt("database server", async () => judgeServer(await ask(deps, findServerSettings)))),
    ...(await attempt("queue", async () => judgeBacklog("queue", await ask(deps, countBacklog)))),
    ...(await attempt("tenants", () => checkTenants(tenants, deps.embeddings.model))),
  ];
  const [database, redis, model, embeddings, mail, address, disk, loop] = await Promise.all([
    ofDatabase(),
    attempt("Redis", () => checkRedis(deps)),
    attempt("model", async () => judgeModels(await deps.tryModels())),
    checkEmbeddings(deps),
    checkEmail(deps),
    attempt("public address", async () => [
      ...(await checkPublicUrl(tenants.publicUrl)),
      ...(await checkBodySize(tenants.publicUrl)),
    ]),
    attempt("disk", async () => [await checkDisk(existing(config.dataDir))]),
    checkLoop(deps),
  ]);
  return [
    ok("Node.js", process.version),
    ok("mode", isEmbedded ? `embedded, data in ${config.dataDir}` : "production"),
    ...database,
    ...redis,
    ...model,
    embeddings,
    mail,
    ...address,
    ...disk,
    loop,
  ];
}

/** The folder, or the nearest existing one above it. In production there may be no data folder. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}

function ask<T>(deps: InstallationDeps, work: Parameters<typeof withSystem<T>>[2]): Promise<T> {
  return withSystem(deps.tenants.db, "check-installation", work);
}

/** Asks the server process on this machine, because the command runs in a process of its own. */
export async function checkLoop({ askLoop }: Pick<InstallationDeps, "askLoop">): Promise<Check> {
  try {
    return judgeLoop(await askLoop());
  } catch (error) {
    const mend = "Run this command with the METRICS_TOKEN, METRICS_PORT and PORT of the running process";
    return warning("event loop", asError(error).message, { mend });
  }
}

/** @param deps.askRedis null without Redis. */
export async function checkRedis({ askRedis }: Pick<InstallationDeps, "askRedis">): Promise<Check[]> {
  if (askRedis === null) return [notSet("Redis", "Set REDIS_URL to run more than one process.")];
  try {
    const { facts, missing } = await askRedis();
    return [
      ...(missing
        ? [failed("Redis", missing.detail, { mend: "Ask a Redis administrator to run", line: missing.line })]
        : []),
      ...(facts
        ? judgeRedis(facts)
        : [
            warning(
              "Redis",
              "The Redis user may not run INFO, so memory, eviction policy and version were not checked.",
            ),
          ]),
    ];
  } catch (error) {
    return [
      failed(
        "Redis",
        `Redis does not respond (${asError(error).message}). Live answers and shared limits are paused.`,
        {
          mend: "Start Redis and check REDIS_URL",
        },
      ),
    ];
  }
}

/** Signs in at the SMTP server without sending an e-mail. */
export async function checkEmail({ verifyEmail }: Pick<InstallationDeps, "verifyEmail">): Promise<Check> {
  const name = "e-mail";
  if (verifyEmail === null)
    return notSet(
      name,
      "Set SMTP_URL and MAIL_FROM to send replies, transcripts, invitations and notifications by e-mail.",
    );
  try {
    await verifyEmail();
    return ok(name, "signed in to the mail server");
  } catch (error) {
    return failed(name, `${asError(error).message}.`, { mend: "Check the host, port, user and password in SMTP_URL" });
  }
}

/** Turns an error into a finding with this name. */
export async function attempt(name: string, look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    return [failed(name, asError(error).message)];
  }
}
