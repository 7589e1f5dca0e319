import type { TenantTransaction } from "../../database/transaction.ts";
import type { TenantRow } from "./tenants.ts";

type TenantChanges = Partial<
  Pick<
    TenantRow,
    | "name"
    | "greeting"
    | "starters"
    | "theme"
    | "threshold"
    | "answerMode"
    | "clarify"
    | "handOver"
    | "showThinking"
    | "tone"
    | "requireIdentity"
    | "home"
    | "alerts"
    | "reopenDays"
    | "askRating"
    | "quietHours"
    | "form"
    | "attachments"
  >
>;

/** Changes the given fields and leaves the rest. */
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
            require_identity = coalesce($10, require_identity),
            home = home || coalesce($11::jsonb, '{}'),
            reopen_days = coalesce($12, reopen_days),
            ask_rating = coalesce($13, ask_rating),
            attachments = attachments || coalesce($14::jsonb, '{}'),
            alerts = alerts || coalesce($15::jsonb, '{}'),
            quiet_hours = coalesce($16, quiet_hours),
            hand_over = coalesce($18, hand_over),
            show_thinking = coalesce($19, show_thinking),
            form = form || coalesce($17::jsonb, '{}'),
            -- When it is asked is no matter of who has answered it.
            form_version = form_version + (((form || coalesce($17::jsonb, '{}')) - 'when') is distinct from (form - 'when'))::int,
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
      changes.requireIdentity ?? null,
      changes.home === undefined ? null : JSON.stringify(changes.home),
      changes.reopenDays ?? null,
      changes.askRating ?? null,
      changes.attachments === undefined ? null : JSON.stringify(changes.attachments),
      changes.alerts === undefined ? null : JSON.stringify(changes.alerts),
      changes.quietHours ?? null,
      changes.form === undefined ? null : JSON.stringify(changes.form),
      changes.handOver ?? null,
      changes.showThinking ?? null,
    ],
  );
}
