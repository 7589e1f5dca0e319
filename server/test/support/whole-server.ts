import { rm } from "node:fs/promises";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, type StartOptions, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { makeDataFolder } from "./database.ts";

/** The origin of the tenants' sites. */
export const shopOrigin = "https://shop.example";

/** A whole server with its built-in database. Most tests need only `startTestHttp`, which starts in a third of the time. */
export interface WholeServer extends RunningServer, AsyncDisposable {
  addTenant(name: string, email?: string): Promise<CreatedTenant>;
}

/** Starts a server in a folder of its own. It is silent, has no rate limits, and calls tools on this machine unless the environment differs. */
export async function startWholeServer(
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<WholeServer> {
  const folder = await makeDataFolder();
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    TOOL_PRIVATE_HOSTS: "127.0.0.1",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
    ...environment,
  });
  const server = await startServer({ ...config, port: 0 }, options);
  return {
    ...server,
    addTenant: (name, email) =>
      createTenant(server.ctx.http.tenants, operator, { name, origins: [shopOrigin], ...(email ? { email } : {}) }),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
