import type { TenantProfile } from "../assistant/ports.ts";
import { listMessagesBefore, listTurnQuestions } from "../store/messages.ts";
import { findTenant, type TenantRow } from "../store/tenants.ts";
import { findTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findTurn } from "../store/turns.ts";
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
    const history = await listMessagesBefore(tx, ref.ticketId, { sequence: first, limit: historyMessages });
    const tenant = await findTenant(tx);
    return tenant ? { turn, ticket, questions, history, tenant: toProfile(tenant) } : undefined;
  });
  if (!loaded) return undefined;
  return {
    ...ref,
    ownerEpoch: loaded.turn.owner_epoch,
    question: loaded.questions.map((stored) => stored.message.content.trim()).join("\n"),
    history: loaded.history.map((stored) => ({ role: stored.message.role, content: stored.message.content })),
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

function toProfile(tenant: TenantRow): TenantProfile {
  return {
    name: tenant.name,
    tone: tenant.tone,
    locale: tenant.locale,
    threshold: tenant.threshold,
    answer_mode: tenant.answerMode,
  };
}
