import { sql } from "kysely";
import { type JsonText, json } from "../../database/column-types.ts";
import { now, query, secondsFromNow } from "../../database/query.ts";
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
    | "holdOutPercent"
    | "showThinking"
    | "tone"
    | "requireIdentity"
    | "home"
    | "alerts"
    | "reopenDays"
    | "askRating"
    | "quietHours"
    | "emailAnswers"
    | "emailSignature"
    | "form"
    | "attachments"
  >
>;

/** Changes the given fields and leaves the rest. */
export async function updateTenant(tx: TenantTransaction, changes: TenantChanges): Promise<void> {
  const { starters, form } = changes;
  await tx.run(
    query
      .updateTable("tenants")
      .set({
        // A builder leaves out undefined values.
        name: changes.name,
        greeting: changes.greeting,
        starters: starters && json(starters),
        theme: merged("theme", changes.theme),
        threshold: changes.threshold,
        answer_mode: changes.answerMode,
        tone: changes.tone,
        clarify: changes.clarify,
        require_identity: changes.requireIdentity,
        home: merged("home", changes.home),
        reopen_days: changes.reopenDays,
        ask_rating: changes.askRating,
        attachments: merged("attachments", changes.attachments),
        alerts: merged("alerts", changes.alerts),
        quiet_hours: changes.quietHours,
        email_answers: changes.emailAnswers,
        email_signature: changes.emailSignature,
        hand_over: changes.handOver,
        hold_out_percent: changes.holdOutPercent,
        show_thinking: changes.showThinking,
        form: merged("form", form),
        // The version counts changes of the questions; `when` they are asked does not change the answers.
        form_version:
          form &&
          sql<number>`form_version + (((form || ${json(form)}::jsonb) - 'when') is distinct from (form - 'when'))::int`,
        updated_at: now,
      })
      .where("tenant_id", "=", tx.tenantId),
  );
}

/** The column with some of its keys changed; undefined without a change. */
function merged(column: "theme" | "home" | "attachments" | "alerts" | "form", change: object | undefined) {
  return change && sql<JsonText>`${sql.ref(column)} || ${json(change)}::jsonb`;
}

/** Replaces the identity secret; the old one stays valid for `overlapSeconds`. @returns its end, or null when it became invalid at once. */
export async function rotateIdentitySecret(
  tx: TenantTransaction,
  secret: string,
  overlapSeconds: number,
): Promise<Date | null> {
  const overlaps = overlapSeconds > 0;
  const row = await tx.first(
    query
      .updateTable("tenants")
      .set((tenant) => ({
        previous_identity_secret: overlaps ? tenant.ref("identity_secret") : null,
        previous_identity_until: overlaps ? secondsFromNow(overlapSeconds) : null,
        identity_secret: secret,
        updated_at: now,
      }))
      .where("tenant_id", "=", tx.tenantId)
      .returning("previous_identity_until as until"),
  );
  return row?.until ?? null;
}
