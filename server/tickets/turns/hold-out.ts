import { createHash } from "node:crypto";
import { fullHome } from "../../accounts/tenants/home.ts";
import { openingAt } from "../../accounts/tenants/opening-hours.ts";
import { intentOf } from "../../assistant/intent.ts";
import { withTenant } from "../../database/transaction.ts";
import { updateHoldOut } from "../store/tickets.ts";
import type { TurnDeps } from "./deps.ts";
import type { TurnRows } from "./load-turn.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Whether the ticket belongs to the share (in percent) that goes straight to the team. The same ticket always gives the same result. */
export function isDrawn(ticketId: string, percent: number): boolean {
  const place = createHash("sha256").update(`hold-out:${ticketId}`).digest().readUInt32BE(0) / 2 ** 32;
  return place * 100 < percent;
}

/**
 * The draw for a ticket's first question: made once, within the opening hours if there are any, and never for small talk or a request for
 * the team.
 * @returns null when nothing is drawn for this turn.
 */
export function holdOutOf({ turn, ticket, tenant, asked, confirmation }: TurnRows, question: string): boolean | null {
  if (turn.kind !== "visitor" || asked || confirmation || intentOf(question) !== "question") return null;
  if (ticket.hold_out !== null) return ticket.hold_out || null;
  if (tenant.holdOutPercent === 0) return null;
  const { hours } = fullHome(tenant.home);
  if (hours && !openingAt(hours, new Date()).isOpen) return null;
  return isDrawn(ticket.id, tenant.holdOutPercent);
}

/** Stores the turn's draw before anything is answered, so that a repeated turn has the same one. @returns whether the turn is a hold-out. */
export async function keepHoldOut({ db }: TurnDeps, { holdOut, tenantId, ticketId }: RunningTurn): Promise<boolean> {
  if (holdOut === null) return false;
  return withTenant(db, tenantId, (tx) => updateHoldOut(tx, ticketId, holdOut));
}
