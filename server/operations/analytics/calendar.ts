import { findTenant, type TenantRow } from "../../accounts/store/tenants.ts";
import { fullHome } from "../../accounts/tenants/home.ts";
import { daysIn, type ZoneDays } from "../../accounts/tenants/opening-hours.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Of the rules by which days are counted. One more than before when they change: all days are counted anew then. */
export const countingVersion = 1;
/** After so many days nothing changes a day any more: one more than a ticket has to go on in. */
export const closesAfterDays = 8;

const dayMs = 24 * 60 * 60_000;

/** The days of a tenant, in the zone of its opening hours; UTC without any. */
export interface TenantCalendar extends ZoneDays {
  tenant: TenantRow;
  zone: string;
  today: string;
}

/** Null when the tenant is gone. */
export async function calendarOf(tx: TenantTransaction): Promise<TenantCalendar | null> {
  const tenant = await findTenant(tx);
  if (!tenant) return null;
  const zone = fullHome(tenant.home).hours?.zone ?? "UTC";
  const days = daysIn(zone);
  return { tenant, zone, today: days.dayAt(new Date()), ...days };
}

/** A date so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The later of two dates. */
export function laterDay(a: string, b: string): string {
  return a.localeCompare(b) > 0 ? a : b;
}

/** Days from one date to another, both within. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

/** When a day of the calendar is counted for the last time. */
export function closingOf(calendar: ZoneDays, day: string): Date {
  return calendar.startOf(addDays(day, closesAfterDays + 1));
}
