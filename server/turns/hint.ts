import type { StreamEvent } from "../../protocol/events.ts";
import { announce } from "../live/announce.ts";
import { recordEvents } from "../store/record-events.ts";
import { updateTicket } from "../store/tickets.ts";
import type { TurnDeps } from "./deps.ts";
import { claimTicket, type DeskTarget, requirePerson } from "./desk-claim.ts";

/**
 * Gives a ticket back to the assistant for one try with an agent's hint. Returns the turn that tries; its answer is graded like
 * any other, and may bring the ticket back.
 * @throws AppError `not_found`, `already_resolved`, `already_handled` or `conflict`.
 */
export async function claimHint(deps: TurnDeps, target: DeskTarget, hint: string): Promise<string> {
  const { turnId, events } = await claimTicket(deps, target, {
    kind: "hint",
    async work(tx, { ticket, turnId, start }): Promise<{ turnId: string; events: StreamEvent[] }> {
      requirePerson(ticket);
      const changed = await updateTicket(tx, ticket.id, { owner: "assistant", status: "open", awaiting_human: false });
      await start(changed.owner_epoch, hint.trim());
      const events = await recordEvents(tx, ticket.id, [
        { type: "owner", turnId, payload: { owner: "assistant", status: "open" } },
      ]);
      return { turnId, events };
    },
  });
  await announce(deps.hub, target, events);
  return turnId;
}
