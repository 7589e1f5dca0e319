import { z } from "zod";
import { describeSettings, setting } from "./config-about.ts";
import { modelSettings, searchSettings } from "./config-models.ts";
import { accessSettings } from "./config-sign-in.ts";
import { watchingSettings } from "./config-telemetry.ts";
import {
  hostList,
  longSecret,
  mailAddress,
  mailServer,
  optionalUrl,
  perMinute,
  trustedProxies,
} from "./config-values.ts";

const own = { group: "process" } as const;
const stores = { group: "stores" } as const;
const mail = { group: "mail" } as const;
const limits = { group: "limits" } as const;

const processSettings = {
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(8787), {
    ...own,
    text: "The TCP port that the HTTP server listens on.",
    example: "9000",
  }),
  DATA_DIR: setting(z.string().min(1).default("./data"), {
    ...own,
    text: "The folder for everything Parley keeps on disk: the embedded database, generated secrets and `demo.json`.",
    example: "/var/lib/parley",
  }),
  PUBLIC_URL: setting(optionalUrl, {
    ...own,
    text: "The address under which visitors and agents reach Parley.",
    unset: "the local address",
    example: "https://support.example.com",
  }),
  TRUST_PROXY: setting(trustedProxies, {
    ...own,
    text: "Whose forwarded-address headers count. See [reverse proxy](reverse-proxy.md).",
    unset: "nobody's",
    allowed:
      "`false`, a number of proxies up to 10, or a list of their addresses and networks, in which `loopback`, `linklocal` and `uniquelocal` stand for the usual ones",
    example: "1",
  }),
  ROLE: setting(z.enum(["all", "api", "worker"]).default("all"), {
    ...own,
    text: "Which part this process runs. `api` and `worker` need `DATABASE_URL` and `REDIS_URL`.",
  }),
  DEMO: setting(z.enum(["on", "off"]).default("on"), {
    ...own,
    text: "`off`: no demo tenant is made or kept up to date.",
  }),
};

const storeSettings = {
  DATABASE_URL: setting(optionalUrl, {
    ...stores,
    text: "The PostgreSQL connection of the application, as the role `parley_app`, directly or by way of a [connection pooler](scaling.md).",
    unset: "the embedded database",
    example: "postgres://parley_app:secret@db.example.com/parley",
  }),
  MIGRATION_DATABASE_URL: setting(optionalUrl, {
    ...stores,
    text: "The PostgreSQL connection of the owner role, used only for migrations: PostgreSQL itself, not a pooler in transaction mode.",
    example: "postgres://owner:secret@db.example.com/parley",
  }),
  DATABASE_TIMEOUT_MS: setting(z.coerce.number().int().min(500).max(60_000).default(8_000), {
    ...stores,
    text: "How long a request waits for one answer of PostgreSQL, in milliseconds, before it answers 503. Exports, imports, cleaning up and analytics have longer limits of their own.",
    example: "15000",
  }),
  REDIS_URL: setting(optionalUrl, {
    ...stores,
    text: "The Redis connection for the cache, live events, limits and the job queue.",
    unset: "these run inside the process",
    example: "redis://cache.example.com:6379",
  }),
};

const mailSettings = {
  SMTP_URL: setting(mailServer, {
    ...mail,
    text: "The mail server for mail to visitors and to people of the console. Needed by API processes and workers alike, together with `MAIL_FROM`.",
    unset: "no mail is sent, and no transcripts are offered",
    allowed: "an `smtp:` or `smtps:` address",
    example: "smtps://user:password@mail.example.com",
  }),
  MAIL_FROM: setting(mailAddress, {
    ...mail,
    text: "The address that mail is sent from; the tenant's name stands before it.",
    example: "support@example.com",
  }),
  INBOUND_MAIL_ADDRESS: setting(mailAddress, {
    ...mail,
    text: "The mailbox that replies to mails end in; it must take addresses with a plus. See [answers by e-mail](answers-by-mail.md).",
    unset: "nobody reads replies",
    example: "replies@in.example.com",
  }),
  INBOUND_MAIL_SECRET: setting(longSecret, {
    ...mail,
    text: "What the mail provider shows when it hands a mail over. Needed together with `INBOUND_MAIL_ADDRESS`, by API processes and workers alike.",
    allowed: "16 characters or more",
  }),
  WEBHOOK_PRIVATE_HOSTS: setting(hostList, {
    ...mail,
    text: "Hosts that [webhooks](webhooks.md) may be sent to although they are not public, by name or address, without a port.",
    unset: "none",
    example: "n8n.internal,10.0.0.7",
  }),
  TOOL_PRIVATE_HOSTS: setting(hostList, {
    ...mail,
    text: "Hosts that [tools](tools.md) may be called at although they are not public, by name or address, without a port.",
    unset: "none",
    example: "orders.internal,localhost",
  }),
};

const limitSettings = {
  MAX_ACTIVE_TURNS: setting(z.coerce.number().int().min(1).max(10_000).default(128), {
    ...limits,
    text: "How many answers this process writes at once. One tenant gets three quarters of the places at most.",
  }),
  MAX_WAITING_TURNS: setting(z.coerce.number().int().min(0).max(100_000).default(512), {
    ...limits,
    text: "How many turns may wait for a place; beyond it, messages are refused with 503 and `Retry-After`.",
  }),
  RATE_LIMIT_INIT_PER_MINUTE: setting(perMinute.default(300), {
    ...limits,
    text: "New sessions a minute from one address; four times as many for one tenant. `0` switches the limit off.",
  }),
  RATE_LIMIT_MESSAGES_PER_MINUTE: setting(perMinute.default(60), {
    ...limits,
    text: "Messages a minute in one session; ten times as many from one address, fifty times for one tenant; of files half as many. `0` switches the limits off.",
  }),
  RATE_LIMIT_CALLS_PER_MINUTE: setting(perMinute.default(300), {
    ...limits,
    text: "Other calls a minute in one session; six times as many from one address. `0` switches the limits off.",
  }),
};

/** Every variable that Parley reads. */
export const environmentSchema = z.object({
  ...processSettings,
  ...storeSettings,
  ...modelSettings,
  ...searchSettings,
  ...mailSettings,
  ...accessSettings,
  ...limitSettings,
  ...watchingSettings,
});

/** Every variable with what people read about it. */
export const listSettings = () => describeSettings(environmentSchema.shape);

export type Environment = z.infer<typeof environmentSchema>;
