import type { Draft } from "../../protocol/admin.ts";
import type { StreamEvent } from "../../protocol/events.ts";
import type { Citation, Grade, Usage } from "../../protocol/messages.ts";
import type { EscalateInput, FinishInput } from "../assistant/ports.ts";
import { newId } from "../ids.ts";
import { insertModelCalls } from "../store/model-calls.ts";
import { recordEvents } from "../store/record-events.ts";
import { storeMessage } from "../store/store-message.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { lockTicket, updateTicket } from "../store/tickets.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import { finishTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn, overtakenReason } from "./end-turn.ts";
import { bridgeMessage } from "./texts.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Most source texts kept with a draft for the agent. */
const maxDraftSources = 8;
/** A ticket that an answer has freed of its escalation. */
const noLongerEscalated = { draft: null, question: null, escalation_reason: null, escalated_at: null };

/**
 * Ends the turn with the assistant's answer, in one transaction. Under another owner or epoch, or after
 * a stop, the text is dropped and nobody sees it.
 */
export async function finishWithAnswer(
  deps: TurnDeps,
  turn: RunningTurn,
  input: FinishInput & { usage: Usage },
): Promise<void> {
  const events = await endTurn(deps, turn, async (tx) => {
    const ended = await finishTurn(tx, turn.turnId, {
      status: "done",
      rephrasedQuestion: input.rephrased_question,
      isCacheHit: input.is_cache_hit,
      timings: timings(turn),
      grading: input.grading,
    });
    if (!ended) return [];
    turn.leavesMessages = ended.leavesMessages;
    // A hint has led to an answer: nobody waits for a person any more.
    if (turn.kind === "hint") await updateTicket(tx, turn.ticketId, noLongerEscalated);
    const storing = storeMessage(
      tx,
      {
        id: newId(),
        ticketId: turn.ticketId,
        turnId: turn.turnId,
        role: "assistant",
        content: input.answer,
        citations: input.citations,
        grade: input.grade,
        cached: input.is_cache_hit,
        usage: input.usage,
      },
      { after: [{ type: "end", turnId: turn.turnId, payload: {} }], replacesStream: turn.hasShownText },
    );
    return (await tx.end(storing)).events;
  });
  turn.outlet.push({ kind: "stored", events });
}

/**
 * Hands the ticket to a person, in one transaction: status, owner, reason, draft, summary and what the
 * visitor is told. Text that was already shown is stored too, marked with its low grade.
 */
export async function escalateTicket(
  deps: TurnDeps,
  turn: RunningTurn,
  input: EscalateInput & { usage: Usage },
): Promise<{ ticket_number: number }> {
  let number = 0;
  const events = await endTurn(deps, turn, async (tx, ticket) => {
    number = ticket.number;
    if (
      !(await finishTurn(tx, turn.turnId, {
        status: "escalated",
        rephrasedQuestion: input.question,
        timings: timings(turn),
        grading: input.draft?.grading,
      }))
    )
      return [];
    await updateTicket(tx, ticket.id, {
      status: "pending_human",
      owner: "human",
      question: input.question,
      summary: input.summary,
      escalation_reason: input.reason,
      escalated_at: new Date(),
      awaiting_human: true,
      draft: input.draft ? toDraft(input.draft) : null,
    });
    const shown = turn.hasShownText && input.draft ? await storeShownDraft(tx, turn, input.draft) : [];
    return [...shown, ...(await storeBridge(tx, turn, { number, reason: input.reason, usage: input.usage }))];
  });
  turn.outlet.push({ kind: "stored", events });
  return { ticket_number: number };
}

/** Ends a turn without an answer: stopped, failed, or overtaken by a person. */
export async function endWithoutAnswer(
  deps: TurnDeps,
  turn: RunningTurn,
  outcome: { status: "cancelled" | "failed"; errorCode?: string; message?: string },
): Promise<void> {
  if (turn.isOver) return;
  const events = await withTenant(deps.db, turn.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, turn.ticketId);
    await insertModelCalls(tx, turn, turn.calls.splice(0));
    const isOvertaken = outcome.status === "cancelled" && ticket?.owner_epoch !== turn.ownerEpoch;
    const errorCode = isOvertaken ? "overtaken" : outcome.errorCode;
    const ended = await finishTurn(tx, turn.turnId, {
      status: outcome.status,
      ...(errorCode ? { errorCode } : {}),
      timings: timings(turn),
    });
    if (!ended) return [];
    return recordEvents(tx, turn.ticketId, [
      ...(turn.kind === "hint" ? await backToPerson(tx, turn) : []),
      outcome.status === "failed"
        ? {
            type: "error",
            turnId: turn.turnId,
            payload: {
              code: outcome.errorCode ?? "internal",
              message: outcome.message ?? "",
              error_type: "recoverable",
            },
          }
        : { type: "cancel", turnId: turn.turnId, payload: isOvertaken ? { reason: overtakenReason } : {} },
      { type: "end", turnId: turn.turnId, payload: {} },
    ]);
  });
  turn.isOver = true;
  turn.outlet.push({ kind: "stored", events });
}

/** A try with a hint that came to nothing leaves the ticket where it was: with a person. */
export async function backToPerson(
  tx: TenantTransaction,
  turn: Pick<RunningTurn, "ticketId" | "turnId" | "ownerEpoch">,
): Promise<NewEvent[]> {
  const ticket = await lockTicket(tx, turn.ticketId);
  if (ticket?.owner !== "assistant" || ticket.owner_epoch !== turn.ownerEpoch || ticket.status !== "open") return [];
  await updateTicket(tx, ticket.id, { status: "pending_human", owner: "human" });
  return [{ type: "owner", turnId: turn.turnId, payload: { owner: "human", status: "pending_human" } }];
}

export function timings(turn: RunningTurn): Record<string, number> {
  return {
    total_ms: Math.round(performance.now() - turn.startedAt),
    ...(turn.firstTokenMs === undefined ? {} : { first_token_ms: Math.round(turn.firstTokenMs) }),
  };
}

type DraftInput = NonNullable<EscalateInput["draft"]>;

function toDraft(draft: DraftInput): Draft {
  return {
    content: draft.content,
    citations: draft.citations,
    grade: draft.grade,
    ...(draft.grading ? { grading: draft.grading } : {}),
    sources: draft.chunks.slice(0, maxDraftSources).map(({ chunk_id, document_id, title, url, score, text }) => ({
      chunk_id,
      document_id,
      title,
      url,
      score,
      text,
    })),
  };
}

async function storeShownDraft(
  tx: TenantTransaction,
  turn: RunningTurn,
  draft: { content: string; citations: Citation[]; grade: Grade | null },
): Promise<StreamEvent[]> {
  const stored = await storeMessage(
    tx,
    {
      id: newId(),
      ticketId: turn.ticketId,
      turnId: turn.turnId,
      role: "assistant",
      content: draft.content,
      citations: draft.citations,
      grade: draft.grade,
      unverified: true,
    },
    { replacesStream: true },
  );
  return stored.events;
}

async function storeBridge(
  tx: TenantTransaction,
  turn: RunningTurn,
  bridge: { number: number; reason: EscalateInput["reason"]; usage: Usage },
): Promise<StreamEvent[]> {
  const content = bridgeMessage(bridge.reason, bridge.number);
  const stored = await storeMessage(
    tx,
    { id: newId(), ticketId: turn.ticketId, turnId: turn.turnId, role: "assistant", content, usage: bridge.usage },
    {
      before: [
        {
          type: "escalation",
          turnId: turn.turnId,
          payload: { ticket_number: bridge.number, reason: bridge.reason, content },
        },
      ],
      after: [
        { type: "owner", turnId: turn.turnId, payload: { owner: "human", status: "pending_human" } },
        { type: "end", turnId: turn.turnId, payload: {} },
      ],
    },
  );
  return stored.events;
}
