import type { SettingsPatch } from "../../../protocol/admin.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import {
  findOldestStart,
  findServiceLevels,
  refreshClocks,
  replaceOpenSpans,
  updateServiceLevels,
} from "../../tickets/store/service-levels.ts";
import { findTenant } from "../store/tenants.ts";
import { fullHome } from "./home.ts";
import { openSpans } from "./opening-hours.ts";

/** The calendar starts at most this long ago: a visitor who has waited longer is overdue by any target. */
const maxBackMs = 90 * 24 * 60 * 60_000;

/** Applies a patch's changes of service levels or opening hours, and updates all running clocks. */
export async function changeServiceLevels(tx: TenantTransaction, patch: SettingsPatch): Promise<void> {
  if (patch.service_levels === undefined && patch.home?.hours === undefined) return;
  if (patch.service_levels !== undefined) await updateServiceLevels(tx, patch.service_levels);
  await makeCalendar(tx);
}

/** Computes the tenant's opening periods, from its oldest running clock to a year ahead, and updates its clocks. */
export async function makeCalendar(tx: TenantTransaction): Promise<void> {
  const tenant = await findTenant(tx);
  if (!tenant) return;
  const { hours } = fullHome(tenant.home);
  const now = Date.now();
  const oldest = (await findOldestStart(tx))?.getTime() ?? now;
  const from = new Date(Math.max(oldest, now - maxBackMs));
  await replaceOpenSpans(tx, (await findServiceLevels(tx)) && hours ? [...openSpans(hours, from)] : []);
  await refreshClocks(tx);
}
