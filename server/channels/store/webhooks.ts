import type { Webhook, WebhookEvent, WebhookFormat } from "../../../protocol/admin-webhooks.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface WebhookRow {
  id: string;
  name: string;
  url: string;
  format: WebhookFormat;
  events: string[];
  is_active: boolean;
  ended_by: Webhook["ended_by"];
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

const columns =
  "id, name, url, format, events, is_active, ended_by, secret, previous_secret, previous_until, failing_since, created_at";

export interface WebhookFields {
  name: string;
  url: string;
  format: WebhookFormat;
  events: WebhookEvent[];
  is_active: boolean;
}

export async function insertWebhook(
  tx: TenantTransaction,
  webhook: Omit<WebhookFields, "is_active"> & { id: string; secret: string },
): Promise<void> {
  await tx.query(
    "insert into webhooks (tenant_id, id, name, url, format, events, secret) values ($1, $2, $3, $4, $5, $6, $7)",
    [
      tx.tenantId,
      webhook.id,
      webhook.name,
      webhook.url,
      webhook.format,
      JSON.stringify(webhook.events),
      webhook.secret,
    ],
  );
}

export interface ListedWebhook extends WebhookRow {
  waiting: number;
  last_delivered_at: Date | null;
}

/** Oldest first, each with what is under way. */
export async function listWebhooks(tx: TenantTransaction): Promise<ListedWebhook[]> {
  const { rows } = await tx.query<ListedWebhook>(
    `select ${columns},
            (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.next_at is not null) as waiting,
            (select max(delivered_at) from webhook_deliveries d where d.webhook_id = w.id) as last_delivered_at
       from webhooks w order by created_at, id`,
  );
  return rows;
}

export async function findWebhook(tx: TenantTransaction, id: string): Promise<WebhookRow | undefined> {
  const { rows } = await tx.query<WebhookRow>(`select ${columns} from webhooks where id = $1`, [id]);
  return rows[0];
}

/** Whoever switches it on forgets why it was off. False when there is none. */
export async function updateWebhook(
  tx: TenantTransaction,
  id: string,
  change: Partial<WebhookFields>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhooks
        set name = coalesce($2, name), url = coalesce($3, url), format = coalesce($4, format), events = coalesce($5, events),
            is_active = coalesce($6, is_active),
            ended_by = case when $6 then null else ended_by end,
            failing_since = case when $6 or $3 is not null then null else failing_since end
      where id = $1`,
    [
      id,
      change.name ?? null,
      change.url ?? null,
      change.format ?? null,
      change.events ? JSON.stringify(change.events) : null,
      change.is_active ?? null,
    ],
  );
  return rowCount === 1;
}

/** Puts a new secret in the place of the old one, which signs beside it for `overlapSeconds`. */
export async function updateWebhookSecret(
  tx: TenantTransaction,
  id: string,
  { secret, overlapSeconds }: { secret: string; overlapSeconds: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhooks set previous_secret = secret, previous_until = now() + make_interval(secs => $3), secret = $2
      where id = $1`,
    [id, secret, overlapSeconds],
  );
  return rowCount === 1;
}

/** Notes that a try arrived. */
export async function updateWebhookArrived(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("update webhooks set failing_since = null where id = $1 and failing_since is not null", [id]);
}

/** Notes that a try did not arrive; returns since when none has. */
export async function updateWebhookFailing(tx: TenantTransaction, id: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ failing_since: Date }>(
    "update webhooks set failing_since = coalesce(failing_since, now()) where id = $1 returning failing_since",
    [id],
  );
  return rows[0]?.failing_since;
}

/** Switches it off by itself. False when it was off before. */
export async function endWebhook(
  tx: TenantTransaction,
  id: string,
  endedBy: NonNullable<Webhook["ended_by"]>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update webhooks set is_active = false, ended_by = $2 where id = $1 and is_active",
    [id, endedBy],
  );
  return rowCount === 1;
}

/** Its deliveries go with it. False when there is none. */
export async function deleteWebhook(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from webhooks where id = $1", [id]);
  return rowCount === 1;
}
