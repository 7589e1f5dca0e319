import type { AnalyticsTicketsQuery, AnalyticsTicketsResponse } from "../../../protocol/admin-analytics.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { withLongLimits } from "../../database/database.ts";
import { decodeCursor, encodeCursor } from "../../database/list-place.ts";
import { withTenant } from "../../database/transaction.ts";
import { listAnalyticsTickets } from "../store/analytics-tickets.ts";
import { addDays } from "./calendar.ts";
import { periodOf, requireCalendar } from "./read-analytics.ts";

/**
 * The tickets behind a number, selected by the same statement that counted them. Tickets deleted since then are missing.
 * @throws AppError `invalid_request`.
 */
export function readAnalyticsTickets(
  deps: TenantDeps,
  tenantId: string,
  { measure, of, bin, cursor, limit, ...wanted }: AnalyticsTicketsQuery,
): Promise<AnalyticsTicketsResponse> {
  return withTenant(withLongLimits(deps).db, tenantId, async (tx) => {
    const calendar = await requireCalendar(tx);
    const { from, to } = periodOf(calendar, wanted);
    const span = { since: calendar.startOf(from), until: calendar.startOf(addDays(to, 1)) };
    const before = cursor === undefined ? undefined : decodeCursor(cursor);
    const { tickets, last } = await listAnalyticsTickets(tx, { ...span, measure, of, bin, limit, before });
    return { items: tickets, next_cursor: last ? encodeCursor(last) : null };
  });
}
