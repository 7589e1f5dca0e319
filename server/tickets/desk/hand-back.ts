import { ticketAudit } from "./audit.ts";
import { claimTicket, requirePerson } from "./claim.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/**
 * Returns a ticket to the assistant, which answers the visitor's messages since the last agent message.
 * @throws AppError `not_found`, `already_resolved`, `already_handled` or `conflict`.
 */
export async function handBackTicket(deps: DeskDeps, target: DeskTarget): Promise<void> {
  const turn = await claimTicket(deps, target, {
    kind: "resume",
    async work(_tx, { ticket, turn, start }) {
      requirePerson(ticket);
      await start(ticket.owner_epoch);
      return turn;
    },
  });
  await deps.turns.carryOut(turn, { type: "hand_back", audit: ticketAudit(target, "hand_back") });
}
