import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { readTenants } from "../../accounts/tenants/directory.ts";
import { readUsageOfMonth, type UsageSumsOfMonth } from "../../assistant/store/usage-month.ts";
import { AppError } from "../../core/errors.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";
import { withLongLimits } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { listDayNumbers } from "../store/analytics-days.ts";
import { addDays, calendarOf, countingVersion } from "./calendar.ts";
import { keepDays } from "./keep-days.ts";
import { addNumbers, noNumbers } from "./numbers.ts";

/** Usage of one tenant in a month. */
export interface TenantUsage extends UsageSumsOfMonth {
  tenant_id: string;
  name: string;
  tickets: number;
  answers: number;
  cached: number;
  escalated: number;
  resolved: number;
}

/** Usage of the tenants in a month, in order of creation. */
export interface UsageReport {
  /** `YYYY-MM`. */
  month: string;
  /** The month has not ended. */
  is_open: boolean;
  tenants: TenantUsage[];
}

/**
 * Maximum age of the numbers of today and yesterday, in ms. Earlier days that were never counted, or not up to their end, are counted too.
 */
const freshMs = 60_000;

/**
 * Usage of the tenants in a month. Counts come from the analytics days, by each tenant's own midnights; model calls come from their sums,
 * by UTC midnights. @param wish.month `YYYY-MM`; the present month when missing. @throws AppError `invalid_request`.
 */
export async function readUsage(
  deps: TenantDeps,
  {
    month = new Date().toISOString().slice(0, 7),
    tenantId,
  }: { month?: string | undefined; tenantId?: string | undefined },
): Promise<UsageReport> {
  const { from, until } = spanOf(month);
  const all = await readTenants(deps);
  const tenants: TenantUsage[] = [];
  for (const { tenant_id, name } of all.filter((tenant) => tenantId === undefined || tenant.tenant_id === tenantId)) {
    await keepDays(deps.db, tenant_id, { freshMs });
    const used = await withTenant(withLongLimits(deps).db, tenant_id, async (tx) => {
      const sums = await readUsageOfMonth(tx, { from, until });
      const calendar = await calendarOf(tx);
      const zone = calendar?.zone ?? "UTC";
      const days = await listDayNumbers(tx, { from, to: addDays(until, -1), zone, version: countingVersion });
      const { tickets, answers, cached, escalated, resolved } = days.reduce(
        (sum, { numbers }) => addNumbers(sum, numbers),
        noNumbers(),
      );
      return { tickets, answers, cached, escalated, resolved, ...sums };
    });
    tenants.push({ tenant_id, name, ...used });
  }
  return { month, is_open: Date.now() < new Date(until).getTime(), tenants };
}

function spanOf(month: string): { from: string; until: string } {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) throw new AppError("invalid_request", "Write the month as YYYY-MM, for example 2026-07.");
  const from = `${month}-01`;
  if (from > new Date().toISOString())
    throw new AppError("invalid_request", "The month is in the future. Choose an earlier one.");
  const until = new Date(Date.UTC(Number(year), Number(number), 1)).toISOString().slice(0, 10);
  return { from, until };
}

const columns = [
  "tenant_id",
  "name",
  "tickets",
  "turns",
  "answers",
  "cached",
  "escalated",
  "resolved",
  "model_calls",
  "unpriced_calls",
  "tokens",
  "document_bytes",
  "attachment_bytes",
] as const satisfies (keyof TenantUsage)[];

/** The report as CSV, one line per tenant, with the cost in dollars. */
export function usageCsv({ month, tenants }: UsageReport): string {
  const head = ["month", ...columns, "cost_dollars"];
  const lines = tenants.map((tenant) => [
    month,
    ...columns.map((column) => String(tenant[column])),
    (tenant.cost_micros / 1e6).toFixed(6),
  ]);
  return byteOrderMark + [head, ...lines].map(csvLine).join("");
}
