import { type Config, readConfig } from "../../server/core/config/config.ts";
import type { AppContext } from "../../server/wiring/context.ts";
import type { Command, Out } from "./command.ts";
import { runInServer } from "./operator-client.ts";
import { requireInstallation } from "./require-installation.ts";

/** Runs commands in the right process, one after the other, and closes all resources at the end. */
export interface Executor {
  run(command: Command, args: unknown, out: Out): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * With the embedded database, commands run in the server that has the folder open, otherwise in one shared context of this process. With
 * DATABASE_URL they always run in this process.
 * @param mayBegin false: a folder without an installation is an error and gets no new one.
 */
export function createExecutor({ mayBegin }: { mayBegin(command: Command): boolean }): Executor {
  const config = readConfig();
  let opened: Promise<AppContext> | undefined;
  return {
    async run(command, args, out) {
      if (opened === undefined && config.databaseUrl === undefined) {
        const done = await runInServer(config.dataDir, { command: command.name, args }, out);
        if (done) return done.result;
        requireInstallation(config.dataDir, mayBegin(command) ? out : null);
      }
      opened ??= open(command.name.startsWith("doctor") ? asFound(config) : config);
      const ctx = await opened;
      if (command.needsWorkers) await ctx.startWorkers();
      return command.run(ctx, args, out);
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** Runs one command. */
export async function execute(command: Command, args: unknown, out: Out): Promise<unknown> {
  const executor = createExecutor({ mayBegin: ({ begins }) => begins });
  try {
    return await executor.run(command, args, out);
  } finally {
    await executor.close();
  }
}

async function open(config: Config): Promise<AppContext> {
  // Loaded only here: a command that a server runs is done before all of this would be read.
  const { createContext } = await import("../../server/wiring/context.ts");
  return createContext(quiet(config));
}

/** A check changes nothing: it does not migrate the database, as opening it with the owner's connection would. */
function asFound(config: Config): Config {
  return { ...config, migrationDatabaseUrl: undefined };
}

/** Log lines go to stdout, which belongs to the result here. */
function quiet(config: Config): Config {
  return { ...config, logLevel: "silent" };
}
