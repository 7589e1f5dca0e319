import { announce } from "../../core/live/announce.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { listPending, passPendingToAssistant, updateMessageTurn } from "../store/messages.ts";
import { updateTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import { claimTicket, requirePerson } from "./claim.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/**
 * Returns a ticket to the assistant for one try with an agent's hint. Resolves when the turn runs. The answer is graded as usual. A weak
 * answer is not shown to the visitor; it becomes the draft for the agent who had the ticket. The visitor's messages since the last agent
 * message are part of the question.
 * @throws AppError `not_found`, `already_resolved`, `already_handled` or `conflict`.
 */
export async function sendHint(deps: DeskDeps, target: DeskTarget, hint: string): Promise<void> {
  const { turn } = await claimTicket(deps, target, {
    kind: "hint",
    async work(tx, { ticket, turn, start }) {
      requirePerson(ticket);
      // The visitor keeps waiting until there is an answer.
      const { waiting_since } = ticket;
      const change = { owner: "assistant", status: "open", awaiting_human: false, waiting_since } as const;
      const changed = await updateTicket(tx, ticket.id, change);
      await start(changed.owner_epoch, hint.trim());
      await passPendingToAssistant(tx, ticket.id);
      const pending = await listPending(tx, ticket.id);
      await updateMessageTurn(
        tx,
        pending.map(({ id }) => id),
        turn.turnId,
      );
      await insertAudit(tx, ticketAudit(target, "hint"));
      return { turn };
    },
  });
  // The visitor learns of the hint only with an answer; the console is notified at once.
  await announce(deps.hub, target, []);
  await deps.turns.carryOut(turn, { type: "hint" });
}
