import type { HistoryMessage, TenantProfile } from "../assistant/ports.ts";
import type { TurnStart } from "../assistant/state.ts";
import { type ClarificationRow, findClarification } from "../store/clarifications.ts";
import { listMessagesBefore, listTurnQuestions, type StoredMessage } from "../store/messages.ts";
import { findTenant, type TenantRow } from "../store/tenants.ts";
import { findTicket, type TicketRow } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findTurn, type TurnRow } from "../store/turns.ts";
import { historyMessages, type TurnDeps } from "./deps.ts";
import { createOutlet } from "./outlet.ts";
import type { RunningTurn } from "./turn-context.ts";

interface TurnRef {
  tenantId: string;
  ticketId: string;
  turnId: string;
}

/**
 * Reads what a turn needs: its visitor messages as one question, the history before them, the tenant's
 * profile. One transaction; nothing is held afterwards.
 */
export async function loadTurn(deps: TurnDeps, ref: TurnRef): Promise<RunningTurn | undefined> {
  const loaded = await withTenant(deps.db, ref.tenantId, async (tx) => {
    const turn = await findTurn(tx, ref.turnId);
    const ticket = await findTicket(tx, ref.ticketId);
    if (!turn || !ticket) return undefined;
    const questions = await listTurnQuestions(tx, ref.turnId);
    const first = questions[0]?.sequence ?? ticket.last_sequence + 1;
    const recent = await listMessagesBefore(tx, ref.ticketId, { sequence: first, limit: historyMessages });
    const history = recent.filter((stored) => stored.sequence > ticket.episode_after);
    const asked = turn.clarification_id ? await findClarification(tx, turn.clarification_id) : undefined;
    const tenant = await findTenant(tx);
    return tenant ? { turn, ticket, questions, history, asked, tenant: toProfile(tenant) } : undefined;
  });
  if (!loaded) return undefined;
  return {
    ...ref,
    ownerEpoch: loaded.turn.owner_epoch,
    kind: loaded.turn.kind,
    question: questionOf(loaded),
    ...(loaded.asked ? { clarified: clarifiedBy(loaded.asked) } : {}),
    ...(loaded.turn.hint === null ? {} : { hint: loaded.turn.hint }),
    history: [
      ...notesOn(loaded.ticket),
      ...loaded.history.map((stored) => ({ role: stored.message.role, content: stored.message.content })),
    ],
    ...(loaded.ticket.visitor_locale === null ? {} : { locale: loaded.ticket.visitor_locale }),
    tenant: loaded.tenant,
    sequence: loaded.ticket.last_sequence,
    outlet: createOutlet(),
    stop: new AbortController(),
    calls: [],
    startedAt: performance.now(),
    firstTokenMs: undefined,
    hasShownText: false,
    isOver: false,
  };
}

/** The visitor's messages as one question; a try with a hint is about the question that waits. */
function questionOf({
  turn,
  ticket,
  questions,
}: {
  turn: TurnRow;
  ticket: TicketRow;
  questions: StoredMessage[];
}): string {
  if (turn.kind === "hint") return ticket.question ?? ticket.subject;
  return questions.map((stored) => stored.message.content.trim()).join("\n");
}

function clarifiedBy({ answer, question, options }: ClarificationRow): TurnStart["clarified"] {
  return answer ? { answer, question, options } : undefined;
}

/** What the assistant is told of the time before the messages it sees word for word. */
function notesOn(ticket: TicketRow): HistoryMessage[] {
  return ticket.episode_summary ? [{ role: "system", content: ticket.episode_summary }] : [];
}

function toProfile(tenant: TenantRow): TenantProfile {
  return {
    name: tenant.name,
    tone: tenant.tone,
    industry: tenant.industry,
    place: tenant.place,
    guidance: tenant.guidance,
    models: tenant.models,
    ...(isOverBudget(tenant) ? { over_budget: tenant.budget.over_budget } : {}),
    locale: tenant.locale,
    threshold: tenant.threshold,
    answer_mode: tenant.answerMode,
    clarify: tenant.clarify,
  };
}

/** Turns that run at the same moment may each go over once; the next one sees their sums. */
function isOverBudget({ budget, used }: TenantRow): boolean {
  const { tokens_per_day, micros_per_month } = budget;
  return (
    (tokens_per_day !== null && used.tokensToday >= tokens_per_day) ||
    (micros_per_month !== null && used.microsThisMonth >= micros_per_month)
  );
}
