import { constants } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "../server/app.ts";
import { ConfigError, keepTextsFromTraces, readConfig } from "../server/core/config/config.ts";
import { installCrashHandler } from "../server/core/crash-handler.ts";
import { asError } from "../server/core/errors.ts";
import { createLogger } from "../server/core/log.ts";
import { plainLines } from "../server/core/log-lines.ts";
import { type Demo, ensureDemoTenant } from "./cli/demo-tenant.ts";
import { movedAwayNote } from "./cli/moved-away.ts";
import { startOperatorServer } from "./cli/operator-server.ts";
import { commands } from "./cli/registry.ts";

/** Time for answers under way when a fault that nothing caught ends the process; below the limit of `catchUncaught`. */
const faultDrainMs = 8_000;
/** One Ctrl-C comes twice through npm, from the terminal and from npm, some milliseconds apart: within this time it is the same, ms. */
const sameStopMs = 300;
/** Time after which a remaining process is ended, in ms. */
const leftOverMs = 5_000;

process.exitCode = await serve();
// Everything is closed. What keeps the process alive in spite of that, such as a connection that came back meanwhile, is not waited for.
setTimeout(() => process.exit(), leftOverMs).unref();

/** Runs the server until it is told to stop. @returns the exit code. */
async function serve(): Promise<number> {
  try {
    const config = readConfig();
    keepTextsFromTraces();
    const fault = installCrashHandler(createLogger(config.logLevel, config.hasPlainLogs ? plainLines : undefined));
    let demo: Demo | null = null;
    let told: Promise<void> | undefined;
    const server = await startServer(config, {
      prepare: async (ctx) => {
        if (ctx.knowledge.db.vectors) ctx.knowledge.embeddings.warmUp?.();
        if (config.role === "all" && config.hasDemo) demo = await ensureDemoTenant(ctx);
        // Before it says that it is ready: whoever saw that may stop it.
        told = stopSignal();
      },
    });
    const stopOperator =
      config.databaseUrl === undefined ? await startOperatorServer(server.ctx, commands) : async () => {};
    printLinks(server, demo);
    await Promise.race([told, fault.happened]);
    process.stderr.write("\nStopping after running answers have finished. Press Ctrl-C again to stop now.\n");
    await stopOperator();
    await server.stop(fault.hasHappened() ? faultDrainMs : undefined);
    return fault.hasHappened() ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${asError(error).message}\n`);
    if (!(error instanceof ConfigError)) process.stderr.write(`${asError(error).stack ?? ""}\n`);
    return 1;
  }
}

/** Resolves at the first Ctrl-C or stop signal. A second one ends the process at once, with the code of its signal (130 or 143). */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    let isAgain = false;
    const arm = () => {
      isAgain = true;
    };
    const onSignal = (signal: "SIGINT" | "SIGTERM") => {
      if (isAgain) process.exit(128 + constants.signals[signal]);
      if (isTold) return;
      isTold = true;
      // One more turn of the loop first: a signal that came while the loop was busy is heard before it counts as a second one.
      setTimeout(() => setImmediate(arm), sameStopMs).unref();
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  });
}

function printLinks({ ctx, url }: RunningServer, demo: Demo | null): void {
  const base = ctx.config.publicUrl ?? url;
  const lines = ["", "Parley is ready."];
  if (demo)
    lines.push(
      `  Demo page   ${base}/demo`,
      `  Console     ${base}/console   (${demo.email}, password in ${join(ctx.config.dataDir, "demo.json")})`,
    );
  else lines.push(`  Console     ${base}/console`);
  lines.push(`  Docs        ${base}/docs`, `  Health      ${base}/readyz`, "", "Press Ctrl-C to stop.", "");
  const note = movedAwayNote(ctx.config);
  if (note) lines.push(note, "");
  process.stdout.write(`${lines.join("\n")}\n`);
}
