import type { AssistantPorts } from "../assistant/ports.ts";
import { asError } from "../errors.ts";
import { withTenant } from "../store/transaction.ts";
import { renewLease } from "../store/turns.ts";
import { redact } from "../text/redact.ts";
import { askVisitor } from "./ask-visitor.ts";
import { leaseMs, leaseRenewalMs, type TurnDeps, turnTimeoutMs } from "./deps.ts";
import { endWithoutAnswer, escalateTicket, finishWithAnswer } from "./endings.ts";
import { finishByHuman } from "./finish-human.ts";
import type { TurnOutput } from "./outlet.ts";
import { turnFailedText } from "./texts.ts";
import type { RunningTurn } from "./turn-context.ts";

/**
 * One turn from the stored message to its stored end: runs the graph and yields what is to be told, in
 * order. It goes on when nobody reads; whatever happens, the turn ends visibly.
 */
export async function* runTurn(deps: TurnDeps, turn: RunningTurn): AsyncGenerator<TurnOutput, void, undefined> {
  const keepAlive = holdLease(deps, turn);
  const timeout = setTimeout(() => turn.stop.abort(new Error("the turn took too long")), turnTimeoutMs);
  const work = answer(deps, turn).finally(() => {
    clearInterval(keepAlive);
    clearTimeout(timeout);
    turn.outlet.close();
  });
  yield* turn.outlet.items();
  await work;
}

async function answer(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const { tenantId, ticketId, turnId } = turn;
  const ports = assistantPorts(deps, turn);
  try {
    const { outcome } = await deps.assistant.runTurn({
      tenantId,
      ticketId,
      turnId,
      question: turn.question,
      history: turn.history,
      ...(turn.clarified ? { clarified: turn.clarified } : {}),
      ...(turn.hint === undefined ? {} : { hint: turn.hint }),
      ports,
    });
    if (outcome === "stopped") await endWithoutAnswer(deps, turn, { status: "cancelled" });
    // A graph that ended without telling anybody would leave the visitor waiting.
    if (!turn.isOver) throw new Error(`the graph ended as ${outcome} without an answer`);
  } catch (error) {
    deps.log.error({ turn_id: turnId, tenant_id: tenantId, err: asError(error).message }, "a turn failed");
    await endWithoutAnswer(deps, turn, { status: "failed", errorCode: "internal", message: turnFailedText }).catch(
      (cause: unknown) =>
        deps.log.error(
          { turn_id: turnId, tenant_id: tenantId, err: asError(cause).message },
          "a failed turn could not be ended; its lease will run out",
        ),
    );
  }
}

/** Everything the graph may do, bound to this turn. */
export function assistantPorts(deps: TurnDeps, turn: RunningTurn): AssistantPorts {
  const model = deps.modelFor({ tenant: turn.tenant, recordCall: (call) => turn.calls.push(call) });
  return {
    tenant: turn.tenant,
    model,
    cache: deps.cacheFor(turn.tenantId, turn.tenant, turn.locale),
    signal: turn.stop.signal,
    search: (question, signal) =>
      deps.search(turn.tenantId, { question, history: turn.history, locale: turn.locale }, signal),
    loadChunks: (ids) => deps.loadChunks(turn.tenantId, ids),
    isStopped: () => turn.isOver || turn.stop.signal.aborted,
    emit(type, payload) {
      if (turn.isOver || turn.stop.signal.aborted) return;
      if (type === "token") {
        turn.firstTokenMs ??= performance.now() - turn.startedAt;
        turn.hasShownText = true;
      }
      // Reasoning is never told raw, whoever emits it.
      const safe =
        type === "thinking" && "content" in payload ? { ...payload, content: redact(payload.content) } : payload;
      turn.outlet.push({ kind: "short", type, payload: safe });
    },
    finish: (input) => finishWithAnswer(deps, turn, { ...input, usage: model.usage() }),
    escalate: (input) => escalateTicket(deps, turn, { ...input, usage: model.usage() }),
    clarify: (input) => askVisitor(deps, turn, { ...input, usage: model.usage() }),
    finishHuman: (decision) => finishByHuman(deps, turn, decision),
  };
}

/** Renews the lease while the turn works; a lost lease means that somebody else ended it. */
function holdLease(deps: TurnDeps, turn: RunningTurn): NodeJS.Timeout {
  return setInterval(() => {
    withTenant(deps.db, turn.tenantId, (tx) => renewLease(tx, turn.turnId, { holder: deps.holder, leaseMs })).then(
      (held) => {
        if (!held && !turn.isOver) turn.stop.abort(new Error("the turn was ended elsewhere"));
      },
      (error: unknown) =>
        deps.log.warn({ turn_id: turn.turnId, err: asError(error).message }, "a lease could not be renewed"),
    );
  }, leaseRenewalMs);
}
