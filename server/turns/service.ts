import { asError } from "../errors.ts";
import { newId } from "../ids.ts";
import { type HubSubscription, stopTopic } from "../live/hub.ts";
import { listUnansweredMessages, updateMessageTurn } from "../store/messages.ts";
import { findTicket, lockTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findRunningTurn, insertTurn } from "../store/turns.ts";
import { type Accepted, acceptMessage, type TurnRequest } from "./accept-message.ts";
import { leaseMs, type TurnDeps } from "./deps.ts";
import { endWithoutAnswer } from "./endings.ts";
import { loadTurn } from "./load-turn.ts";
import { publishTurn } from "./publish.ts";
import { recoverExpiredTurns } from "./recover.ts";
import { claimResolution, type Resolution, saveSnippet } from "./resolve.ts";
import { assistantPorts, runTurn } from "./turn.ts";
import type { RunningTurn } from "./turn-context.ts";

/** How often to look for turns whose process died. */
const recoveryIntervalMs = 5_000;

/** Turns of this process: started, stopped, resumed, recovered, and waited for at the end. */
export class TurnService {
  readonly #deps: TurnDeps;
  readonly #running = new Map<string, RunningTurn>();
  readonly #work = new Set<Promise<void>>();
  readonly #stopListeners = new Map<string, HubSubscription>();
  #recovery: NodeJS.Timeout | undefined;

  constructor(deps: TurnDeps) {
    this.#deps = deps;
  }

  /** Stores the message and sees to its answer; returns at once, the answer comes over the log. */
  async send(request: TurnRequest): Promise<Accepted> {
    const accepted = await acceptMessage(this.#deps, request);
    if (accepted.started && accepted.turnId)
      this.#start({ tenantId: request.tenantId, ticketId: request.ticketId, turnId: accepted.turnId });
    return accepted;
  }

  /** Stops the ticket's turn, wherever it runs. True when there was one. */
  async stop(tenantId: string, ticketId: string): Promise<boolean> {
    const running = await withTenant(this.#deps.db, tenantId, (tx) => findRunningTurn(tx, ticketId));
    if (running?.kind !== "visitor") return false;
    const local = this.#running.get(running.id);
    if (local) {
      local.stop.abort(new Error("stopped by the visitor"));
      return true;
    }
    await this.#deps.hub.notify(stopTopic(tenantId), running.id);
    return true;
  }

  /**
   * Resolves a ticket with a person's answer: resumes the paused graph, which stores and streams it once.
   * @throws AppError `not_found`, `already_resolved` or `conflict`.
   */
  async resolve(resolution: Resolution): Promise<void> {
    const turn = await claimResolution(this.#deps, resolution);
    const question = await this.#questionOf(resolution);
    const { tenantId, ticketId } = resolution;
    const decision = {
      type: "resolve" as const,
      answer: resolution.answer,
      message_id: newId(),
      agent: resolution.agent,
    };
    await this.#drain(turn, async (ports) => {
      await this.#deps.assistant.resumeTurn({ tenantId, ticketId, decision, ports });
    });
    if (resolution.saveAsSnippet && question) await saveSnippet(this.#deps, resolution, question);
  }

  /** Looks for turns whose process died, now and every few seconds. */
  async startRecovery(): Promise<void> {
    const look = () =>
      recoverExpiredTurns(this.#deps, (ref) => this.#start(ref)).catch((error: unknown) =>
        this.#deps.log.warn({ err: asError(error).message }, "looking for abandoned turns failed"),
      );
    this.#recovery = setInterval(() => void this.#track(look()), recoveryIntervalMs);
    this.#recovery.unref();
    await look();
  }

  /** Turns at work in this process. */
  get active(): number {
    return this.#running.size;
  }

  /** Waits for the turns at work; those that take longer than `graceMs` are stopped and end visibly. */
  async drain(graceMs: number): Promise<void> {
    clearInterval(this.#recovery);
    const timer = setTimeout(() => {
      for (const turn of this.#running.values()) turn.stop.abort(new Error("the server is shutting down"));
    }, graceMs);
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
    clearTimeout(timer);
    for (const listener of this.#stopListeners.values()) await listener.close();
  }

  #start(ref: { tenantId: string; ticketId: string; turnId: string }): void {
    void this.#track(this.#run(ref));
  }

  async #run(ref: { tenantId: string; ticketId: string; turnId: string }): Promise<void> {
    const turn = await loadTurn(this.#deps, ref);
    if (!turn) return;
    await this.#listenForStops(ref.tenantId);
    this.#running.set(turn.turnId, turn);
    try {
      await publishTurn(this.#deps.hub, turn, runTurn(this.#deps, turn));
      this.#deps.log.info(
        {
          tenant_id: turn.tenantId,
          ticket_id: turn.ticketId,
          turn_id: turn.turnId,
          ms: Math.round(performance.now() - turn.startedAt),
          first_token_ms: turn.firstTokenMs,
        },
        "turn",
      );
    } finally {
      this.#running.delete(turn.turnId);
    }
    await this.#startQueued(turn);
  }

  /** Messages that came while the turn worked become the next turn, together. */
  async #startQueued(previous: RunningTurn): Promise<void> {
    const { tenantId, ticketId } = previous;
    const turnId = newId();
    const started = await withTenant(this.#deps.db, tenantId, async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (
        ticket?.owner !== "assistant" ||
        ticket.owner_epoch !== previous.ownerEpoch ||
        (await findRunningTurn(tx, ticketId))
      )
        return false;
      const waiting = (await listUnansweredMessages(tx, ticketId)).filter(
        (stored) => stored.sequence >= previous.sequence,
      );
      if (waiting.length === 0) return false;
      await insertTurn(tx, {
        id: turnId,
        ticketId,
        kind: "visitor",
        ownerEpoch: ticket.owner_epoch,
        holder: this.#deps.holder,
        leaseMs,
      });
      await updateMessageTurn(
        tx,
        waiting.map((stored) => stored.message.id),
        turnId,
      );
      return true;
    });
    if (started) this.#start({ tenantId, ticketId, turnId });
  }

  async #drain(turn: RunningTurn, work: (ports: ReturnType<typeof assistantPorts>) => Promise<void>): Promise<void> {
    const ports = assistantPorts(this.#deps, turn);
    const done = work(ports)
      .catch(async (error: unknown) => {
        await endWithoutAnswer(this.#deps, turn, { status: "failed", errorCode: "internal", message: "" });
        throw error;
      })
      .finally(() => turn.outlet.close());
    await this.#track(publishTurn(this.#deps.hub, turn, turn.outlet.items()));
    await done;
  }

  async #questionOf(resolution: Resolution): Promise<string | undefined> {
    const ticket = await withTenant(this.#deps.db, resolution.tenantId, (tx) => findTicket(tx, resolution.ticketId));
    return ticket?.question ?? (ticket?.subject || undefined);
  }

  async #listenForStops(tenantId: string): Promise<void> {
    if (this.#stopListeners.has(tenantId)) return;
    const listener = await this.#deps.hub.listen(stopTopic(tenantId), (turnId) =>
      this.#running.get(turnId)?.stop.abort(new Error("stopped by the visitor")),
    );
    this.#stopListeners.set(tenantId, listener);
  }

  #track(work: Promise<void>): Promise<void> {
    const guarded = work.catch((error: unknown) =>
      this.#deps.log.error({ err: asError(error).message }, "work on a turn failed"),
    );
    this.#work.add(guarded);
    return guarded.finally(() => this.#work.delete(guarded));
  }
}
