import type { StreamEvent } from "../../../protocol/events.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { HistoryMessage } from "../../assistant/ports.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { storeMessage } from "../store/store-message.ts";
import { deleteTicket, findTicket, insertTicket } from "../store/tickets.ts";
import { findTurnRecord } from "../store/turns.ts";
import { deleteVisitor, upsertVisitor } from "../store/visitors.ts";
import type { TurnDeps } from "./deps.ts";
import { openTicketLog } from "./read-ticket.ts";
import type { TurnRunner } from "./runner.ts";

export interface AskInput {
  tenantId: string;
  question: string;
  /** The conversation before the question, oldest first. */
  history: HistoryMessage[];
  /** Keeps the ticket in the inbox; otherwise the ticket and its visitor are deleted. */
  keep: boolean;
  onToken?(text: string): void;
}

export interface Asked {
  /** The final message. After a hand-over: the message about it, with the grade of the withheld draft. */
  message: Message;
  escalated: boolean;
  /** The message asks the visitor to choose between several meanings. */
  asked_back: boolean;
  rephrased_question: string;
  /** The draft that was withheld because of its low grade. */
  withheld?: Pick<Message, "content" | "citations">;
  /** In ms: `total_ms`, and `first_token_ms` when text was streamed. */
  timings: Record<string, number>;
  ticket: { id: string; number: number } | null;
  /** A hint when the message names a ticket that was not kept. */
  note?: string;
}

/** Asks a question like a visitor, in a normal turn, and waits for its end. @throws AppError when the turn failed. */
export async function ask(deps: TurnDeps, turns: TurnRunner, input: AskInput): Promise<Asked> {
  const { tenantId } = input;
  const { ticketId, visitorId, number } = await openThread(deps, input);
  try {
    const accepted = await turns.send({
      tenantId,
      ticketId,
      messageId: newId(),
      content: input.question,
      isOperator: true,
    });
    const { message, ...became } = await collect(deps, { tenantId, ticketId, after: accepted.after }, input.onToken);
    const record = await withTenant(deps.db, tenantId, async (tx) => ({
      turn: accepted.turnId ? await findTurnRecord(tx, accepted.turnId) : undefined,
      draft: (await findTicket(tx, ticketId))?.draft ?? null,
    }));
    return {
      message: { ...message, grade: message.grade ?? record.draft?.grade ?? null },
      ...became,
      rephrased_question: record.turn?.rephrased_question ?? input.question,
      ...(record.draft ? { withheld: { content: record.draft.content, citations: record.draft.citations } } : {}),
      timings: record.turn?.timings ?? {},
      ticket: input.keep ? { id: ticketId, number } : null,
      ...(!input.keep && message.content.includes(`#${number}`)
        ? { note: `Ticket #${number} was not kept. Use --keep to leave it in the inbox.` }
        : {}),
    };
  } finally {
    if (!input.keep) {
      await withTenant(deps.db, tenantId, async (tx) => {
        await deleteTicket(tx, ticketId);
        await deleteVisitor(tx, visitorId);
      });
    }
  }
}

async function openThread(
  deps: TurnDeps,
  input: AskInput,
): Promise<{ ticketId: string; visitorId: string; number: number }> {
  return withTenant(deps.db, input.tenantId, async (tx) => {
    const visitorId = await upsertVisitor(tx, newId(), {
      externalId: null,
      name: "Command line",
      email: null,
      locale: null,
    });
    const ticket = await insertTicket(tx, { id: newId(), visitorId });
    for (const { role, content } of input.history) {
      await storeMessage(tx, { id: newId(), ticketId: ticket.id, turnId: newId(), role, content });
    }
    return { ticketId: ticket.id, visitorId, number: ticket.number };
  });
}

async function collect(
  deps: TurnDeps,
  ticket: { tenantId: string; ticketId: string; after: number },
  onToken: AskInput["onToken"],
): Promise<Pick<Asked, "message" | "escalated" | "asked_back">> {
  const stop = new AbortController();
  let message: Message | undefined;
  let escalated = false;
  let askedBack = false;
  const log = await openTicketLog(deps, ticket, {
    cursor: { sequence: ticket.after, position: 0 },
    signal: stop.signal,
  });
  for await (const { event } of log) {
    if (event.type === "token") onToken?.(event.content);
    if (event.type === "message" && event.message.role === "assistant") message = event.message;
    if (event.type === "escalation") escalated = true;
    if (event.type === "clarification" || event.type === "confirmation_required") askedBack = true;
    if (event.type === "error") throw failed(event);
    if (event.type === "end") break;
  }
  stop.abort();
  if (!message) throw new AppError("internal", "The assistant gave no answer.");
  return { message, escalated, asked_back: askedBack };
}

function failed(event: Extract<StreamEvent, { type: "error" }>): AppError {
  return new AppError("unavailable", event.message);
}
