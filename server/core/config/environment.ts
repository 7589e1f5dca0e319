import { z } from "zod";
import { describeSettings, setting } from "./about.ts";
import { emailAddress, emailServer, imapMailbox } from "./mail-values.ts";
import { modelSettings, searchSettings } from "./models.ts";
import { accessSettings } from "./sign-in.ts";
import { watchingSettings } from "./telemetry.ts";
import { hostList, longSecret, optionalUrl, perMinute, publicAddress, trustedProxies } from "./values.ts";

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
    text: "The folder for all files that Parley writes: the embedded database, generated secrets and `demo.json`.",
    example: "/var/lib/parley",
  }),
  PUBLIC_URL: setting(publicAddress, {
    ...own,
    text: "The address that visitors and agents use to reach Parley.",
    unset: "the local address is used",
    example: "https://support.example.com",
  }),
  TRUST_PROXY: setting(trustedProxies, {
    ...own,
    text: "The proxies whose forwarded-address headers Parley trusts. See [reverse proxy](reverse-proxy.md).",
    unset: "no proxy is trusted",
    allowed:
      "`false`, the number of proxies (up to 10), or a list of their addresses and networks; `loopback`, `linklocal` and `uniquelocal` are accepted as names of networks",
    example: "1",
  }),
  ROLE: setting(z.enum(["all", "api", "worker"]).default("all"), {
    ...own,
    text: "The role of this process. `api` and `worker` need `DATABASE_URL` and `REDIS_URL`.",
  }),
  DEMO: setting(z.enum(["on", "off"]).default("on"), {
    ...own,
    text: "With `off`, Parley does not create or update the demo tenant.",
  }),
};

const storeSettings = {
  DATABASE_URL: setting(optionalUrl, {
    ...stores,
    text: "The application's PostgreSQL connection with the role `parley_app`, directly or through a [connection pooler](scaling.md).",
    unset: "the embedded database is used",
    example: "postgres://parley_app:secret@db.example.com/parley",
  }),
  MIGRATION_DATABASE_URL: setting(optionalUrl, {
    ...stores,
    text: "The PostgreSQL connection of the owner role, used only for migrations. Connect directly to PostgreSQL, not through a pooler in transaction mode.",
    example: "postgres://owner:secret@db.example.com/parley",
  }),
  DATABASE_TIMEOUT_MS: setting(z.coerce.number().int().min(500).max(60_000).default(8_000), {
    ...stores,
    text: "How long a request waits for a PostgreSQL response before it returns 503, in milliseconds. Exports, imports, clean-ups and analytics have longer limits.",
    example: "15000",
  }),
  REDIS_URL: setting(optionalUrl, {
    ...stores,
    text: "The Redis connection for the cache, live events, rate limits and the job queue.",
    unset: "these parts run inside the process",
    example: "redis://cache.example.com:6379",
  }),
};

const emailSettings = {
  SMTP_URL: setting(emailServer, {
    ...mail,
    text: "The mail server for e-mail to visitors and console users. Set it together with `MAIL_FROM`, on API processes and workers.",
    unset: "Parley sends no e-mail and offers no transcripts",
    allowed: "an `smtp:` or `smtps:` URL",
    example: "smtps://user:password@mail.example.com",
  }),
  MAIL_FROM: setting(emailAddress, {
    ...mail,
    text: "The sender address of e-mail. The tenant's name is shown as the sender name.",
    example: "support@example.com",
  }),
  INBOUND_MAIL_ADDRESS: setting(emailAddress, {
    ...mail,
    text: "The mailbox that receives replies to e-mail. It must accept plus addresses. See [answers by e-mail](answers-by-mail.md).",
    unset: "replies are not processed",
    example: "replies@in.example.com",
  }),
  INBOUND_MAIL_SECRET: setting(longSecret, {
    ...mail,
    text: "The secret that the mail provider sends with each inbound e-mail. Set it together with `INBOUND_MAIL_ADDRESS`, on API processes and workers.",
    allowed: "16 characters or more",
  }),
  INBOUND_IMAP_URL: setting(imapMailbox, {
    ...mail,
    text: "The mailbox of `INBOUND_MAIL_ADDRESS`, which Parley reads every 30 seconds. Use it when your mail provider cannot send inbound e-mail to an address on the web. Set it together with `INBOUND_MAIL_ADDRESS`, on API processes and workers.",
    unset: "no mailbox is read",
    allowed: "an `imap:` or `imaps:` URL with user name, password and, as path, the folder",
    example: "imaps://replies%40example.com:password@mail.example.com/INBOX",
  }),
  WEBHOOK_PRIVATE_HOSTS: setting(hostList, {
    ...mail,
    text: "Private hosts that [webhooks](webhooks.md) may be sent to, by name or address, without a port.",
    unset: "no private hosts",
    example: "n8n.internal,10.0.0.7",
  }),
  TOOL_PRIVATE_HOSTS: setting(hostList, {
    ...mail,
    text: "Private hosts that [tools](tools.md) may call, by name or address, without a port.",
    unset: "no private hosts",
    example: "orders.internal,localhost",
  }),
};

const limitSettings = {
  MAX_ACTIVE_TURNS: setting(z.coerce.number().int().min(1).max(10_000).default(128), {
    ...limits,
    text: "How many turns this process runs at once. One tenant can use at most three quarters of them.",
  }),
  MAX_WAITING_TURNS: setting(z.coerce.number().int().min(0).max(100_000).default(512), {
    ...limits,
    text: "How many turns may wait for a free slot. Further messages get 503 with `Retry-After`.",
  }),
  RATE_LIMIT_INIT_PER_MINUTE: setting(perMinute.default(300), {
    ...limits,
    text: "New sessions per minute from one IP address. The limit per tenant is four times as high. `0` turns the limit off.",
  }),
  RATE_LIMIT_MESSAGES_PER_MINUTE: setting(perMinute.default(60), {
    ...limits,
    text: "Messages per minute in one session. The limit is ten times as high per IP address and fifty times per tenant, and half as high for files. `0` turns these limits off.",
  }),
  RATE_LIMIT_CALLS_PER_MINUTE: setting(perMinute.default(300), {
    ...limits,
    text: "Other API calls per minute in one session. The limit per IP address is six times as high. `0` turns these limits off.",
  }),
};

/** All variables that Parley reads. */
export const environmentSchema = z.object({
  ...processSettings,
  ...storeSettings,
  ...modelSettings,
  ...searchSettings,
  ...emailSettings,
  ...accessSettings,
  ...limitSettings,
  ...watchingSettings,
});

/** All variables with their descriptions. */
export const listSettings = () => describeSettings(environmentSchema.shape);

export type Environment = z.infer<typeof environmentSchema>;
