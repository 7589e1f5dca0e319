import { join } from "node:path";
import { ConfigError, keepTextsFromTraces, readConfig } from "../server/config.ts";
import { asError } from "../server/errors.ts";
import { catchUncaught } from "../server/last-resort.ts";
import { createLogger } from "../server/log.ts";
import { type RunningServer, startServer } from "../server/main.ts";
import { type Demo, ensureDemoTenant } from "./cli/demo-tenant.ts";
import { startOperatorServer } from "./cli/operator-server.ts";
import { commands } from "./cli/registry.ts";

/** Time for answers under way when a fault that nothing caught ends the process; below the limit of `catchUncaught`. */
const faultDrainMs = 8_000;

process.exitCode = await serve();

/** Runs the server until it is told to stop. @returns the exit code. */
async function serve(): Promise<number> {
  try {
    const config = readConfig();
    keepTextsFromTraces();
    const fault = catchUncaught(createLogger(config.logLevel));
    let demo: Demo | null = null;
    const server = await startServer(config, {
      prepare: async (ctx) => {
        if (ctx.knowledge.db.vectors) ctx.knowledge.embeddings.warmUp?.();
        if (config.role === "all") demo = await ensureDemoTenant(ctx);
      },
    });
    const stopOperator =
      config.databaseUrl === undefined ? await startOperatorServer(server.ctx, commands) : async () => {};
    printLinks(server, demo);
    await Promise.race([stopSignal(), fault.happened]);
    process.stderr.write("\nStopping: answers under way are finished first.\n");
    await stopOperator();
    await server.stop(fault.hasHappened() ? faultDrainMs : undefined);
    return fault.hasHappened() ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${asError(error).message}\n`);
    if (!(error instanceof ConfigError)) process.stderr.write(`${asError(error).stack ?? ""}\n`);
    return 1;
  }
}

/** Resolves at the first Ctrl-C or stop. A second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
}

function printLinks({ ctx, url }: RunningServer, demo: Demo | null): void {
  const base = ctx.config.publicUrl ?? url;
  const lines = ["", "Parley is ready."];
  if (demo)
    lines.push(
      `  Demo page   ${base}/demo`,
      `  Console     ${base}/console   (${demo.email}, the password is in ${join(ctx.config.dataDir, "demo.json")})`,
    );
  else lines.push(`  Console     ${base}/console`);
  lines.push(`  Docs        ${base}/docs`, `  Health      ${base}/readyz`, "", "Stop with Ctrl-C.", "");
  process.stdout.write(`${lines.join("\n")}\n`);
}
