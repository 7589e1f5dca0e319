import { type Config, readConfig } from "../../server/config.ts";
import type { Command, Out } from "./command.ts";
import { runInServer } from "./operator-client.ts";

/**
 * Runs a command where the data is: embedded, in the server that has the folder open, else in a context
 * of this process. With DATABASE_URL always the latter.
 */
export async function execute(command: Command, args: unknown, out: Out): Promise<unknown> {
  const config = readConfig();
  if (config.databaseUrl === undefined) {
    const done = await runInServer(config.dataDir, { command: command.name, args }, out);
    if (done) return done.result;
  }
  // Loaded only here: a command that a server runs is done before all of this would be read.
  const { createContext } = await import("../../server/context.ts");
  const ctx = await createContext(quiet(config));
  try {
    if (command.needsWorkers) await ctx.startWorkers();
    return await command.run(ctx, args, out);
  } finally {
    await ctx.close();
  }
}

/** Log lines go to stdout, which belongs to the result here. */
function quiet(config: Config): Config {
  return { ...config, logLevel: "silent" };
}
