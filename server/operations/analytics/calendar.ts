import type { AnalyticsStep } from "../../../protocol/admin-analytics.ts";
import { findTenant, type TenantRow } from "../../accounts/store/tenants.ts";
import { fullHome } from "../../accounts/tenants/home.ts";
import { daysIn, type ZoneDays } from "../../accounts/tenants/opening-hours.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Version of the counting rules. Increase it when they change; all days are then counted again. */
export const countingVersion = 3;
/** Number of days after which a day's numbers no longer change: one more than the time a ticket can continue. */
export const closesAfterDays = 8;

const dayMs = 24 * 60 * 60_000;

/** A tenant's days in the time zone of its opening hours; UTC without opening hours. */
export interface TenantCalendar extends ZoneDays {
  tenant: TenantRow;
  zone: string;
  today: string;
}

/** Null when the tenant does not exist any more. */
export async function calendarOf(tx: TenantTransaction): Promise<TenantCalendar | null> {
  const tenant = await findTenant(tx);
  if (!tenant) return null;
  const zone = fullHome(tenant.home).hours?.zone ?? "UTC";
  const days = daysIn(zone);
  return { tenant, zone, today: days.dayAt(new Date()), ...days };
}

/** The date `days` later; earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function laterDay(a: string, b: string): string {
  return a.localeCompare(b) > 0 ? a : b;
}

/** Days between two dates, counting both. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

/** Time of a day's last count. */
export function closingOf(calendar: ZoneDays, day: string): Date {
  return calendar.startOf(addDays(day, closesAfterDays + 1));
}

export interface Period {
  from: string;
  to: string;
}

/** More points than these cannot be distinguished on half a screen. */
const mostDays = 92;
const mostWeeks = 54;

/** The default step between two points. */
export function usualStep({ from, to }: Period): AnalyticsStep {
  const days = daysBetween(from, to);
  if (days <= mostDays) return "day";
  return days <= mostWeeks * 7 ? "week" : "month";
}

/** The parts of a period, in order. Weeks begin on Monday and months on their first day; the first and the last part may be shorter. */
export function stepsOf({ from, to }: Period, step: AnalyticsStep): Period[] {
  const parts: Period[] = [];
  for (let start = from; start <= to; ) {
    const end = lastDayOf(start, step);
    parts.push({ from: start, to: end <= to ? end : to });
    start = addDays(end, 1);
  }
  return parts;
}

/** The period of the same length that ends on the day before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
}

function lastDayOf(day: string, step: AnalyticsStep): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (step === "day") return day;
  if (step === "week") return addDays(day, (7 - date.getUTCDay()) % 7);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}
