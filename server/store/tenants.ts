import type { Settings } from "../../protocol/admin.ts";
import type { Theme } from "../../protocol/requests.ts";
import type { TenantTransaction, Transaction } from "./transaction.ts";

export interface TenantRow {
  tenantId: string;
  name: string;
  status: "active" | "suspended";
  locale: string;
  greeting: string;
  starters: string[];
  theme: Partial<Theme>;
  threshold: number;
  answerMode: Settings["answer_mode"];
  clarify: boolean;
  tone: string;
  identitySecret: string;
  createdAt: Date;
}

export type TenantChanges = Partial<
  Pick<TenantRow, "name" | "greeting" | "starters" | "theme" | "threshold" | "answerMode" | "clarify" | "tone">
>;

interface Raw {
  tenant_id: string;
  name: string;
  status: TenantRow["status"];
  locale: string;
  greeting: string;
  starters: string[];
  theme: Partial<Theme>;
  threshold: number;
  answer_mode: Settings["answer_mode"];
  clarify: boolean;
  tone: string;
  identity_secret: string;
  created_at: Date;
}

export async function insertTenant(
  tx: TenantTransaction,
  tenant: Pick<TenantRow, "name" | "greeting" | "starters" | "theme" | "identitySecret">,
): Promise<void> {
  await tx.query(
    "insert into tenants (tenant_id, name, greeting, starters, theme, identity_secret) values ($1, $2, $3, $4, $5, $6)",
    [
      tx.tenantId,
      tenant.name,
      tenant.greeting,
      JSON.stringify(tenant.starters),
      JSON.stringify(tenant.theme),
      tenant.identitySecret,
    ],
  );
}

/** The transaction's own tenant; null when there is none of that id. */
export async function findTenant(tx: TenantTransaction): Promise<TenantRow | null> {
  const { rows } = await tx.query<Raw>("select * from tenants where tenant_id = $1", [tx.tenantId]);
  return rows[0] ? toTenant(rows[0]) : null;
}

/** Every tenant, oldest first; for the platform role. */
export async function listTenants(tx: Transaction): Promise<TenantRow[]> {
  const { rows } = await tx.query<Raw>("select * from tenants order by created_at, tenant_id");
  return rows.map(toTenant);
}

export async function updateTenant(tx: TenantTransaction, changes: TenantChanges): Promise<void> {
  await tx.query(
    `update tenants
        set name = coalesce($2, name),
            greeting = coalesce($3, greeting),
            starters = coalesce($4::jsonb, starters),
            theme = theme || coalesce($5::jsonb, '{}'),
            threshold = coalesce($6, threshold),
            answer_mode = coalesce($7, answer_mode),
            tone = coalesce($8, tone),
            clarify = coalesce($9, clarify),
            updated_at = now()
      where tenant_id = $1`,
    [
      tx.tenantId,
      changes.name ?? null,
      changes.greeting ?? null,
      changes.starters === undefined ? null : JSON.stringify(changes.starters),
      changes.theme === undefined ? null : JSON.stringify(changes.theme),
      changes.threshold ?? null,
      changes.answerMode ?? null,
      changes.tone ?? null,
      changes.clarify ?? null,
    ],
  );
}

/** Removes the tenant and everything that hangs on it. */
export async function deleteTenant(tx: TenantTransaction): Promise<void> {
  await tx.query("delete from tenants where tenant_id = $1", [tx.tenantId]);
}

function toTenant(row: Raw): TenantRow {
  return {
    tenantId: row.tenant_id,
    name: row.name,
    status: row.status,
    locale: row.locale,
    greeting: row.greeting,
    starters: row.starters,
    theme: row.theme,
    threshold: row.threshold,
    answerMode: row.answer_mode,
    clarify: row.clarify,
    tone: row.tone,
    identitySecret: row.identity_secret,
    createdAt: row.created_at,
  };
}
