import type { Settings, SettingsPatch } from "../../../protocol/admin.ts";
import type { FormSettings } from "../../../protocol/form.ts";
import type { Theme } from "../../../protocol/requests.ts";
import { listSupportAddresses } from "../../channels/store/support-addresses.ts";
import { AppError } from "../../core/errors.ts";
import { plusAddress } from "../../core/mailer/plus-address.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { changedFields } from "../../database/changed-fields.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { findAssignment, updateAssignment } from "../../tickets/store/assignments.ts";
import { findServiceLevels } from "../../tickets/store/service-levels.ts";
import { updateOrganizationName } from "../store/people.ts";
import { updateTenant } from "../store/tenant-changes.ts";
import { listDomains } from "../store/tenant-domains.ts";
import { findTenant } from "../store/tenants.ts";
import { fullAlerts } from "./alerts.ts";
import { assistantSettings, changeAssistant, checkModels } from "./assistant-settings.ts";
import { attachmentRules } from "./attachment-rules.ts";
import type { Actor, TenantDeps } from "./deps.ts";
import { checkHome, fullHome } from "./home.ts";
import { changeServiceLevels } from "./service-levels.ts";
import { checkTheme, fullTheme } from "./theme.ts";

export function readSettings(deps: TenantDeps, tenantId: string): Promise<Settings> {
  return withTenant(deps.db, tenantId, (tx) => loadSettings(deps, tx));
}

/** The tenant's name and appearance, for its members. */
export async function readBrand(
  deps: TenantDeps,
  tenantId: string,
): Promise<{ id: string; name: string; theme: Theme }> {
  const settings = await readSettings(deps, tenantId);
  return { id: tenantId, name: settings.name, theme: settings.theme };
}

/** Changes the fields in the patch and leaves the rest. @throws AppError `invalid_request` for an invalid colour, logo or model. */
export async function changeSettings(
  deps: TenantDeps,
  actor: Actor,
  input: { tenantId: string; patch: SettingsPatch },
): Promise<Settings> {
  const { patch, tenantId } = input;
  if (patch.theme) checkTheme(patch.theme);
  if (patch.home) checkHome(patch.home);
  checkModels(deps, patch.models);
  const settings = await withTenant(deps.db, tenantId, async (tx) => {
    const before = await loadSettings(deps, tx);
    await updateTenant(tx, {
      ...patch,
      answerMode: patch.answer_mode,
      handOver: patch.hand_over,
      holdOutPercent: patch.hold_out_percent,
      showThinking: patch.show_thinking,
      requireIdentity: patch.require_identity,
      reopenDays: patch.reopen_days,
      askRating: patch.ask_rating,
      quietHours: patch.quiet_hours,
      emailAnswers: patch.email_answers,
      emailSignature: patch.email_signature,
    });
    await changeAssistant(tx, patch);
    await changeServiceLevels(tx, patch);
    if (patch.assignment) await updateAssignment(tx, patch.assignment);
    const after = await loadSettings(deps, tx);
    await insertAudit(tx, {
      actor,
      action: "settings.change",
      target: { kind: "tenant", id: tenantId },
      detail: { fields: Object.keys(patch), changes: changedFields(before, after) },
    });
    return after;
  });
  if (patch.name !== undefined) {
    await withSystem(deps.db, "rename-tenant", (tx) => updateOrganizationName(tx, tenantId, settings.name));
  }
  return settings;
}

async function loadSettings({ inboundEmail }: TenantDeps, tx: TenantTransaction): Promise<Settings> {
  const tenant = await findTenant(tx);
  if (!tenant) throw new AppError("not_found", "Tenant not found.");
  return {
    name: tenant.name,
    theme: fullTheme(tenant.name, tenant.theme),
    greeting: tenant.greeting,
    starters: tenant.starters,
    threshold: tenant.threshold,
    answer_mode: tenant.answerMode,
    clarify: tenant.clarify,
    hand_over: tenant.handOver,
    hold_out_percent: tenant.holdOutPercent,
    show_thinking: tenant.showThinking,
    require_identity: tenant.requireIdentity,
    reopen_days: tenant.reopenDays,
    ask_rating: tenant.askRating,
    quiet_hours: tenant.quietHours,
    email_answers: tenant.emailAnswers,
    email_signature: tenant.emailSignature,
    email_address: inboundEmail ? plusAddress(inboundEmail, tenant.emailToken) : null,
    email_addresses: await listSupportAddresses(tx),
    tone: tenant.tone,
    home: fullHome(tenant.home),
    alerts: fullAlerts(tenant.alerts),
    form: { ...fullForm(tenant.form), version: tenant.formVersion },
    ...assistantSettings(tenant),
    attachments: attachmentRules(tenant.attachments),
    service_levels: await findServiceLevels(tx),
    assignment: await findAssignment(tx),
    domains: await listDomains(tx),
  };
}

/** All form settings: the tenant's choice, empty for the rest. */
function fullForm(chosen: Partial<FormSettings>): FormSettings {
  return { when: "never", fields: [], consent: null, ...chosen };
}

/** Change of one setting. */
