import type { ReleaseSettings } from "../../../protocol/releases.ts";
import { updateTenant } from "../../accounts/store/tenant-changes.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { updateTenantAssistant } from "../../assistant/store/tenant-assistant.ts";
import { AppError } from "../../core/errors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Returns the current values of these settings. A task without its own model has null. */
export async function publishedOf(tx: TenantTransaction, wanted: ReleaseSettings): Promise<ReleaseSettings> {
  const tenant = await findTenant(tx);
  if (!tenant) throw new AppError("not_found", "Tenant not found.");
  const { guidance, tone, threshold, models } = tenant;
  const tasks = Object.keys(wanted.models ?? {}) as (keyof typeof models)[]; // keys of the schema's object
  return {
    ...(wanted.guidance === undefined ? {} : { guidance }),
    ...(wanted.tone === undefined ? {} : { tone }),
    ...(wanted.threshold === undefined ? {} : { threshold }),
    ...(tasks.length === 0 ? {} : { models: Object.fromEntries(tasks.map((task) => [task, models[task] ?? null])) }),
  };
}

/** Stores these values as the current settings. */
export async function applySettings(tx: TenantTransaction, settings: ReleaseSettings): Promise<void> {
  const { threshold, tone, guidance, models } = settings;
  await updateTenant(tx, {
    ...(threshold === undefined ? {} : { threshold }),
    ...(tone === undefined ? {} : { tone }),
  });
  await updateTenantAssistant(tx, {
    ...(guidance === undefined ? {} : { guidance }),
    ...(models === undefined ? {} : { models }),
  });
}

/** Returns whether two objects contain the same settings. */
export function isSame(one: ReleaseSettings, other: ReleaseSettings): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Sorts the keys, because PostgreSQL changes the order of JSON keys. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
