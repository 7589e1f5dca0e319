import { type InferResult, sql } from "kysely";
import type { Settings } from "../../../protocol/admin.ts";
import type { AlertSettings } from "../../../protocol/alerts.ts";
import type { AttachmentRules } from "../../../protocol/attachments.ts";
import type { FormSettings } from "../../../protocol/form.ts";
import type { HomeSettings } from "../../../protocol/home.ts";
import type { Theme } from "../../../protocol/requests.ts";
import type { StoredCalibration } from "../../assistant/store/tenant-calibration.ts";
import { json } from "../../database/column-types.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export interface TenantRow {
  tenantId: string;
  name: string;
  status: "active" | "suspended";
  locale: string;
  greeting: string;
  starters: string[];
  theme: Partial<Theme>;
  threshold: number;
  /** The tenant's own calibration, and the setting before it. */
  calibration: StoredCalibration | null;
  answerMode: Settings["answer_mode"];
  clarify: boolean;
  handOver: Settings["hand_over"];
  /** Percentage of new conversations that go straight to the team. */
  holdOutPercent: number;
  showThinking: boolean;
  tone: string;
  /** The company's business and location, and its guidance for questions. */
  industry: string;
  about: string;
  place: string;
  guidance: string;
  /** Content of the chat's first screen; missing parts are not shown. */
  home: Partial<HomeSettings>;
  alerts: Partial<AlertSettings>;
  /** Questions to visitors before the chat; missing ones are not asked. */
  form: Partial<FormSettings>;
  /** Increases with each change of the questions. */
  formVersion: number;
  /** The tenant's own models, by task. */
  models: Settings["models"];
  budget: Settings["budget"];
  /** Attachment rules that differ from the defaults. */
  attachments: Partial<AttachmentRules>;
  /** Used so far, today and this month (UTC); 0 without a budget. */
  used: { tokensToday: number; microsThisMonth: number };
  identitySecret: string;
  /** True when only visitors identified by the tenant's own server are served. */
  requireIdentity: boolean;
  /** The secret before the last rotation, while it is still valid. */
  previousIdentitySecret: string | null;
  /** Days in which a visitor can reopen a resolved ticket; 0: never. */
  reopenDays: number;
  /** Whether visitors are asked for a rating when a ticket has ended. */
  askRating: boolean;
  /** Hours after the assistant's last answer until visitors are asked even without an end; 0: never. */
  quietHours: number;
  /** How e-mails to the tenant are answered, its part of the address that they go to, and the text below e-mails to visitors. */
  emailAnswers: Settings["email_answers"];
  emailToken: string;
  emailSignature: string;
  /** Whether the assistant has tools. */
  hasTools: boolean;
  /** Whether facts that identified visitors tell about themselves are remembered. */
  memoryEnabled: boolean;
  createdAt: Date;
}

/** The server parses these values before it stores them; they are not parsed again for each message. */
interface StoredJson {
  starters: string[];
  theme: Partial<Theme>;
  calibration: StoredCalibration | null;
  home: Partial<HomeSettings>;
  alerts: Partial<AlertSettings>;
  form: Partial<FormSettings>;
  models: Settings["models"];
  attachments: Partial<AttachmentRules>;
}

const tenants = query.selectFrom("tenants as t").selectAll("t").$narrowType<StoredJson>();

export async function insertTenant(
  tx: TenantTransaction,
  {
    name,
    greeting,
    starters,
    theme,
    identitySecret,
  }: Pick<TenantRow, "name" | "greeting" | "starters" | "theme" | "identitySecret">,
): Promise<void> {
  const row = { name, greeting, starters: json(starters), theme: json(theme), identity_secret: identitySecret };
  await tx.run(query.insertInto("tenants").values({ tenant_id: tx.tenantId, ...row }));
}

/** The transaction's own tenant; null when it does not exist. */
export async function findTenant(tx: TenantTransaction): Promise<TenantRow | null> {
  const row = await tx.first(
    tenants
      .leftJoinLateral(
        (db) =>
          db
            .selectFrom("usage_days")
            .select(
              sql<number | null>`sum(tokens) filter (where day = (now() at time zone 'utc')::date)::float8`.as(
                "tokens_today",
              ),
            )
            .select(sql<number | null>`sum(cost_micros)::float8`.as("micros_this_month"))
            .whereRef("usage_days.tenant_id", "=", "t.tenant_id")
            .where(sql<boolean>`day >= date_trunc('month', now() at time zone 'utc')::date`)
            .as("u"),
        (join) => join.on(sql<boolean>`(t.tokens_per_day is not null or t.micros_per_month is not null)`),
      )
      .select(["u.tokens_today", "u.micros_this_month"])
      .where("t.tenant_id", "=", tx.tenantId),
  );
  return row ? toTenant(row) : null;
}

/** Every tenant, oldest first; for the platform role. */
export async function listTenants(tx: Transaction): Promise<TenantRow[]> {
  return (await tx.all(tenants.orderBy("t.created_at").orderBy("t.tenant_id"))).map(toTenant);
}

/** Deletes a tenant whose creation failed half-way, before anything was written to it. */
export async function deleteTenant(tx: TenantTransaction): Promise<void> {
  await tx.run(query.deleteFrom("tenants").where("tenant_id", "=", tx.tenantId));
}

type SelectedRow = InferResult<typeof tenants>[number] & {
  tokens_today?: number | null;
  micros_this_month?: number | null;
};

function toTenant(row: SelectedRow): TenantRow {
  return {
    tenantId: row.tenant_id,
    name: row.name,
    status: row.status,
    locale: row.locale,
    greeting: row.greeting,
    starters: row.starters,
    theme: row.theme,
    threshold: row.threshold,
    calibration: row.calibration,
    answerMode: row.answer_mode,
    clarify: row.clarify,
    handOver: row.hand_over,
    holdOutPercent: row.hold_out_percent,
    showThinking: row.show_thinking,
    tone: row.tone,
    industry: row.industry,
    about: row.about,
    place: row.place,
    guidance: row.guidance,
    home: row.home,
    alerts: row.alerts,
    form: row.form,
    formVersion: row.form_version,
    models: row.models,
    budget: {
      tokens_per_day: row.tokens_per_day,
      micros_per_month: row.micros_per_month,
      over_budget: row.over_budget,
    },
    attachments: row.attachments,
    used: { tokensToday: row.tokens_today ?? 0, microsThisMonth: row.micros_this_month ?? 0 },
    identitySecret: row.identity_secret,
    requireIdentity: row.require_identity,
    previousIdentitySecret:
      row.previous_identity_until && row.previous_identity_until > new Date() ? row.previous_identity_secret : null,
    reopenDays: row.reopen_days,
    askRating: row.ask_rating,
    quietHours: row.quiet_hours,
    emailAnswers: row.email_answers,
    emailToken: row.email_token,
    emailSignature: row.email_signature,
    hasTools: row.has_tools,
    memoryEnabled: row.memory_enabled,
    createdAt: row.created_at,
  };
}
