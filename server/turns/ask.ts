import type { StreamEventOf } from "../../protocol/events.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { LiveHub } from "../live/hub.ts";
import type { Database } from "../store/database.ts";
import { storeMessage } from "../store/store-message.ts";
import { insertTicket, updateTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findTurnOutcome } from "../store/turn-outcome.ts";
import { upsertVisitor } from "../store/visitors.ts";
import { openTicketLog } from "./read-ticket.ts";
import type { TurnService } from "./service.ts";

export interface AskDeps {
  db: Database;
  hub: LiveHub;
  turns: TurnService;
}

export interface AskInput {
  tenantId: string;
  question: string;
  history: { role: "visitor" | "assistant"; content: string }[];
  /** Leaves the ticket open, so that a person finds it in the inbox when the assistant asked for one. */
  keep: boolean;
  onToken?: (text: string) => void;
}

/** The final `message` event, and how it came about. */
export type Asked = StreamEventOf<"message"> & {
  escalated: boolean;
  rephrased_question: string;
  /** Milliseconds: `first_token`, `total`, and what the turn itself measured. */
  timings: Record<string, number>;
};

/**
 * Asks a question the way a visitor does, over a ticket of its own, and waits for the answer. The ticket
 * is closed afterwards, so that trying things out leaves no work in the inbox.
 * @throws AppError `model_unavailable` when the turn ended without an answer.
 */
export async function ask(deps: AskDeps, input: AskInput): Promise<Asked> {
  const { tenantId } = input;
  const ticketId = await openTicket(deps.db, input);
  const startedAt = performance.now();
  const accepted = await deps.turns.send({ tenantId, ticketId, messageId: newId(), content: input.question });
  const heard = await listen(deps, { tenantId, ticketId, accepted, onToken: input.onToken });
  const total = elapsed(startedAt);
  if (!heard.message || !accepted.turnId)
    throw new AppError("model_unavailable", heard.error ?? "The turn ended without an answer.");
  const turnId = accepted.turnId;
  const outcome = await withTenant(deps.db, tenantId, async (tx) => {
    if (!input.keep)
      await updateTicket(tx, ticketId, { status: "closed", awaiting_human: false, resolved_at: new Date() });
    return findTurnOutcome(tx, turnId);
  });
  const first = heard.firstTokenAt === undefined ? {} : { first_token: elapsed(startedAt, heard.firstTokenAt) };
  return {
    ...heard.message,
    escalated: outcome?.escalated ?? false,
    rephrased_question: outcome?.rephrasedQuestion ?? input.question,
    timings: { ...outcome?.timings, ...first, total },
  };
}

async function openTicket(db: Database, { tenantId, history }: AskInput): Promise<string> {
  return withTenant(db, tenantId, async (tx) => {
    const visitorId = await upsertVisitor(tx, newId(), {
      externalId: null,
      email: null,
      name: "Command line",
      locale: null,
    });
    const ticket = await insertTicket(tx, { id: newId(), visitorId });
    for (const { role, content } of history)
      await storeMessage(tx, { id: newId(), ticketId: ticket.id, turnId: null, role, content });
    return ticket.id;
  });
}

interface Heard {
  message: StreamEventOf<"message"> | undefined;
  firstTokenAt: number | undefined;
  error: string | undefined;
}

async function listen(
  deps: AskDeps,
  turn: {
    tenantId: string;
    ticketId: string;
    accepted: { after: number; turnId: string | null };
    onToken: AskInput["onToken"];
  },
): Promise<Heard> {
  const heard: Heard = { message: undefined, firstTokenAt: undefined, error: undefined };
  const stop = new AbortController();
  const log = await openTicketLog(deps, turn, {
    cursor: { sequence: turn.accepted.after, position: 0 },
    signal: stop.signal,
  });
  for await (const { event } of log) {
    if (event.type === "token") {
      heard.firstTokenAt ??= performance.now();
      turn.onToken?.(event.content);
    }
    if (event.type === "message" && event.message.role !== "visitor") heard.message = event;
    if (event.type === "error") heard.error = event.message;
    if (event.type === "end" && event.turn_id === turn.accepted.turnId) break;
  }
  stop.abort();
  return heard;
}

function elapsed(from: number, to = performance.now()): number {
  return Math.round((to - from) * 10) / 10;
}
