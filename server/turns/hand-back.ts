import type { AssistantPorts, HistoryMessage } from "../assistant/ports.ts";
import { asError } from "../errors.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { listMessagesBefore } from "../store/messages.ts";
import { recordEvents } from "../store/record-events.ts";
import { lockTicket, updateTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { finishTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { claimTicket, type DeskTarget, requirePerson } from "./desk-claim.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Messages that the summary of an episode looks at. */
const maxMessages = 30;
const maxMessageChars = 300;
const maxSummaryChars = 2_400;

/** Claims the way back to the assistant. @throws AppError `not_found`, `already_resolved`, `already_handled` or `conflict`. */
export function claimHandBack(deps: TurnDeps, target: DeskTarget): Promise<string> {
  return claimTicket(deps, target, {
    kind: "resume",
    async work(_tx, { ticket, turnId, start }) {
      requirePerson(ticket);
      await start(ticket.owner_epoch);
      return turnId;
    },
  });
}

/**
 * Ends the thread that waits for a person, so that nothing of it goes on. A failure is only noted: the next turn starts
 * afresh in any case, and a person's decision does not hang on the old thread.
 */
export async function endPause(
  deps: TurnDeps,
  { tenantId, ticketId, ports }: { tenantId: string; ticketId: string; ports: AssistantPorts },
): Promise<void> {
  try {
    await deps.assistant.resumeTurn({ tenantId, ticketId, decision: { type: "hand_back" }, ports });
  } catch (error) {
    deps.log.warn({ ticket_id: ticketId, err: asError(error).message }, "a paused thread could not be ended");
  }
}

/**
 * Ends the person's part: the ticket is the assistant's again, and its next turn begins a new episode that knows what
 * people said, in short, and nothing of the question that had to wait.
 */
export async function finishHandBack(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const events = await withTenant(deps.db, turn.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, turn.ticketId);
    if (!ticket || !(await finishTurn(tx, turn.turnId, { status: "done" }))) return [];
    const before = { sequence: ticket.last_sequence + 1, limit: maxMessages };
    const stored = await listMessagesBefore(tx, ticket.id, before);
    const said = stored.filter(({ sequence }) => sequence > ticket.episode_after).map(({ message }) => message);
    await withdrawClarification(tx, ticket);
    const changed = await updateTicket(tx, ticket.id, {
      owner: "assistant",
      status: "open",
      assignee: null,
      awaiting_human: false,
      draft: null,
      question: null,
      escalation_reason: null,
      escalated_at: null,
      episode_after: ticket.last_sequence,
      episode_summary: episodeSummary(said, ticket.episode_summary),
    });
    // What the visitor said meanwhile is answered under the new owner.
    turn.ownerEpoch = changed.owner_epoch;
    return recordEvents(tx, ticket.id, [
      { type: "owner", turnId: turn.turnId, payload: { owner: "assistant", status: "open" } },
    ]);
  });
  turn.isOver = true;
  turn.outlet.push({ kind: "stored", events });
}

/** What was said before a hand-back, for the assistant; the newest last, the oldest left out when it grows long. */
function episodeSummary(said: HistoryMessage[], earlier: string | null): string {
  const who = { visitor: "The visitor", agent: "An agent", assistant: "The assistant", system: "Note" };
  const lines = said.map(({ role, content }) => `${who[role]}: ${shorten(content)}`);
  const all = [...(earlier ? earlier.split("\n").slice(1) : []), ...lines];
  let size = 0;
  const kept = all.toReversed().filter((line) => {
    size += line.length + 1;
    return size <= maxSummaryChars;
  });
  return ["Earlier in this conversation, before a person of the team handed it back:", ...kept.reverse()].join("\n");
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxMessageChars ? line : `${line.slice(0, maxMessageChars).toWellFormed()}…`;
}
