import { sql } from "kysely";
import type { Webhook, WebhookEvent, WebhookFormat } from "../../../protocol/admin-webhooks.ts";
import { json } from "../../database/column-types.ts";
import { countAll, now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type WebhookRow = Pick<RowOf<"webhooks">, (typeof columns)[number]>;

const columns = [
  "id",
  "name",
  "url",
  "format",
  "events",
  "is_active",
  "ended_by",
  "secret",
  "previous_secret",
  "previous_until",
  "failing_since",
  "created_at",
] as const;

export interface WebhookFields {
  name: string;
  url: string;
  format: WebhookFormat;
  events: WebhookEvent[];
  is_active: boolean;
}

export async function insertWebhook(
  tx: TenantTransaction,
  { events, ...webhook }: Omit<WebhookFields, "is_active"> & { id: string; secret: string },
): Promise<void> {
  await tx.run(query.insertInto("webhooks").values({ tenant_id: tx.tenantId, ...webhook, events: json(events) }));
}

export interface ListedWebhook extends WebhookRow {
  waiting: number | null;
  last_delivered_at: Date | null;
}

/** Oldest first, each with the number of waiting deliveries. */
export function listWebhooks(tx: TenantTransaction): Promise<ListedWebhook[]> {
  return tx.all(
    query
      .selectFrom("webhooks as w")
      .select(columns)
      .select((webhook) => {
        const deliveries = webhook.selectFrom("webhook_deliveries as d").whereRef("d.webhook_id", "=", "w.id");
        return [
          deliveries.where("d.next_at", "is not", null).select(countAll.as("count")).as("waiting"),
          deliveries.select(({ fn }) => fn.max("d.delivered_at").as("newest")).as("last_delivered_at"),
        ];
      })
      .orderBy("created_at")
      .orderBy("id"),
  );
}

export function findWebhook(tx: TenantTransaction, id: string): Promise<WebhookRow | undefined> {
  return tx.first(query.selectFrom("webhooks").select(columns).where("id", "=", id));
}

/** Switching it on, or a new address, clears the failures of before. @returns false when there is no such webhook. */
export async function updateWebhook(
  tx: TenantTransaction,
  id: string,
  { events, is_active, ...change }: Partial<WebhookFields>,
): Promise<boolean> {
  const isNew = is_active || change.url !== undefined;
  const changed = await tx.run(
    query
      .updateTable("webhooks")
      .set((webhook) => ({
        ...change,
        is_active: is_active ?? webhook.ref("is_active"),
        ...(events && { events: json(events) }),
        ...(is_active && { ended_by: null }),
        ...(isNew && { failing_since: null }),
      }))
      .where("id", "=", id),
  );
  return changed === 1;
}

/** Replaces the secret. The previous one signs too, for `overlapSeconds`. @returns false when there is no such webhook. */
export async function updateWebhookSecret(
  tx: TenantTransaction,
  id: string,
  { secret, overlapSeconds }: { secret: string; overlapSeconds: number },
): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable("webhooks")
      .set((webhook) => ({
        previous_secret: webhook.ref("secret"),
        previous_until: secondsFromNow(overlapSeconds),
        secret,
      }))
      .where("id", "=", id),
  );
  return changed === 1;
}

/** A delivery succeeded. */
export async function updateWebhookArrived(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable("webhooks")
      .set({ failing_since: null })
      .where("id", "=", id)
      .where("failing_since", "is not", null),
  );
}

/** A delivery failed. @returns the time of the first failure since the last success. */
export async function updateWebhookFailing(tx: TenantTransaction, id: string): Promise<Date | undefined> {
  const row = await tx.first(
    query
      .updateTable("webhooks")
      .set(({ fn }) => ({ failing_since: fn.coalesce("failing_since", now) }))
      .where("id", "=", id)
      .returning("failing_since"),
  );
  return row?.failing_since ?? undefined;
}

/** Parley switches the webhook off. @returns false when it was off before. */
export async function endWebhook(
  tx: TenantTransaction,
  id: string,
  endedBy: NonNullable<Webhook["ended_by"]>,
): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable("webhooks")
      .set({ is_active: false, ended_by: endedBy })
      .where("id", "=", id)
      .where("is_active", "=", sql.lit(true)),
  );
  return changed === 1;
}

/** Also deletes its deliveries. @returns false when there is no such webhook. */
export async function deleteWebhook(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("webhooks").where("id", "=", id))) === 1;
}
