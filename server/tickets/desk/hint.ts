import { announce } from "../../core/live/announce.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { listPending, passPendingToAssistant, updateMessageTurn } from "../store/messages.ts";
import { updateTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import { claimTicket, requirePerson } from "./claim.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/**
 * Gives a ticket back to the assistant for one try with an agent's hint, and returns once that is at work. Its answer is graded like
 * any other; a weak one is shown to nobody and becomes the draft of whoever held the ticket. What the visitor said since a person's
 * last words belongs to the question that is tried.
 * @throws AppError `not_found`, `already_resolved`, `already_handled` or `conflict`.
 */
export async function sendHint(deps: DeskDeps, target: DeskTarget, hint: string): Promise<void> {
  const { turn } = await claimTicket(deps, target, {
    kind: "hint",
    async work(tx, { ticket, turn, start }) {
      requirePerson(ticket);
      // Until there is an answer, the visitor waits as before.
      const { waiting_since } = ticket;
      const change = { owner: "assistant", status: "open", awaiting_human: false, waiting_since } as const;
      const changed = await updateTicket(tx, ticket.id, change);
      await start(changed.owner_epoch, hint.trim());
      await passPendingToAssistant(tx, ticket.id);
      const mail = await listPending(tx, ticket.id);
      await updateMessageTurn(
        tx,
        mail.map(({ id }) => id),
        turn.turnId,
      );
      await insertAudit(tx, ticketAudit(target, "hint"));
      return { turn };
    },
  });
  // The visitor hears of it with the answer, if there is one; the desk at once.
  await announce(deps.hub, target, []);
  await deps.turns.carryOut(turn, { type: "hint" });
}
