import { rm } from "node:fs/promises";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import type { AppContext } from "../../wiring/context.ts";
import { makeDataFolder } from "./database.ts";
import { type EmailServer, startEmailServer } from "./mail-server.ts";

export const shopOrigin = "https://shop.example";
export const deskSender = "support@parley.example";
/** The mailbox that receives replies, and the secret of the webhook that delivers them. */
export const inbox = { address: "replies@in.parley.example", secret: "a-secret-for-inbound-mail" };
export const sessionSecret = "s".repeat(40);

/** A running server that sends its e-mails to an SMTP server of the test. */
export interface EmailDesk {
  server: RunningServer;
  ctx: AppContext;
  emails: EmailServer;
  addTenant(name: string): Promise<CreatedTenant>;
  stop(): Promise<void>;
}

/** Starts a desk on the embedded database. @param settings further settings; without an inbox, it receives nothing. */
export async function startEmailDesk(settings: Record<string, string> = {}): Promise<EmailDesk> {
  const folder = await makeDataFolder();
  const emails = await startEmailServer();
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    SESSION_SECRETS: `k1:${sessionSecret}`,
    SMTP_URL: emails.url,
    MAIL_FROM: deskSender,
    ...settings,
  };
  const server = await startServer({ ...readConfig(environment), port: 0 });
  const { ctx } = server;
  return {
    server,
    ctx,
    emails,
    addTenant: (name) => createTenant(ctx.http.tenants, operator, { name, origins: [shopOrigin] }),
    async stop() {
      await server.stop();
      await emails[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
