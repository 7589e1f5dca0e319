import { asError } from "../../core/errors.ts";
import { forEachTenant } from "../../core/for-each-tenant.ts";
import { type HubSubscription, stopTopic } from "../../core/live/hub.ts";
import { runEvery } from "../../core/run-every.ts";
import { inTrace, keepTrace, noTracing, outsideTrace } from "../../core/trace.ts";
import { withTenant } from "../../database/transaction.ts";
import { findRunningTurn, type TurnRef } from "../store/turns.ts";
import { type Accepted, acceptMessage, type TurnRequest } from "./accept-message.ts";
import { acceptAnswer, type ClarificationRequest } from "./answer-clarification.ts";
import { acceptConfirmation, type ConfirmationAnswered, type ConfirmationRequest } from "./answer-confirmation.ts";
import { carryOut, type Decision } from "./carry-out.ts";
import { historyMessages, leaseMs, type TurnDeps } from "./deps.ts";
import { endCancelled, TurnStopped } from "./end-without-answer.ts";
import { noteMemoriesUsed, recallBeside } from "./gather-context.ts";
import { loadTurn } from "./load-turn.ts";
import { publishTurn } from "./publish.ts";
import { noteThread } from "./remember-thread.ts";
import { type Abandoned, listAbandoned, takeUpAbandoned } from "./sweep.ts";
import { runTurn } from "./turn.ts";
import { idsOf, isSlow, type RunningTurn, slowLine, turnAttributes, turnLine } from "./turn-context.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** How often to look for turns whose process died, and for messages without a turn. */
const sweepIntervalMs = 5_000;
/** Taking up one of them is a short transaction; nobody waits longer for it, in ms. */
const sweepLimitMs = 10_000;

/** Turns of this process: started, stopped, carried out, found again, and waited for at the end. */
export class TurnRunner {
  readonly #deps: TurnDeps;
  readonly #room: WaitingRoom;
  /** Turns that were started here and are not over; null: it waits or is being loaded; a reason: it stops as soon as it is loaded. */
  readonly #turns = new Map<string, RunningTurn | TurnStopped | null>();
  readonly #work = new Set<Promise<void>>();
  /** What hears of turns that were stopped in another process, for the tenants whose turns are here. */
  readonly #stops = new Map<string, Promise<HubSubscription>>();
  #stopSweep: (() => Promise<void>) | undefined;

  constructor(deps: TurnDeps) {
    this.#deps = deps;
    this.#room = new WaitingRoom(deps);
  }

  /** The lease of a turn that this process is to run. */
  get lease(): { holder: string; leaseMs: number } {
    return { holder: this.#deps.holder, leaseMs };
  }

  /** Stores the message and sees to its answer; returns at once, the answer comes over the log. */
  async send(request: TurnRequest): Promise<Accepted> {
    await this.#room.requireRoom(request);
    const accepted = await acceptMessage(this.#deps, request);
    const { tenantId, ticketId } = request;
    const { turnId, started, turn } = accepted;
    if (started && turnId) this.#start({ tenantId, ticketId, turnId }, turn);
    return accepted;
  }

  /** Stops the ticket's turn, wherever it runs. True when there was one. */
  async stop(tenantId: string, ticketId: string): Promise<boolean> {
    const running = await withTenant(this.#deps.db, tenantId, (tx) => findRunningTurn(tx, ticketId));
    // What was approved is under way: stopping now would only hide what came of it.
    if (running?.kind !== "visitor" || running.confirmation_id !== null) return false;
    if (await this.#stopHere(running.id)) return true;
    await this.#deps.hub.notify(stopTopic(tenantId), running.id);
    return true;
  }

  /** Takes the answer to a clarification; what comes of it is told over the log, as for a message. */
  async resume(request: ClarificationRequest): Promise<{ accepted: Accepted; messageId: string | null }> {
    const answered = await acceptAnswer(this.#deps, request);
    const { started, turnId } = answered.accepted;
    if (started && turnId) this.#start({ tenantId: request.tenantId, ticketId: request.ticketId, turnId });
    return answered;
  }

  /** Takes a yes or a no to a write that waits for it; what comes of it is told over the log. */
  async answerConfirmation(request: ConfirmationRequest): Promise<ConfirmationAnswered> {
    const answered = await acceptConfirmation(this.#deps, request);
    const { started, turnId } = answered.accepted;
    if (started && turnId) this.#start({ tenantId: request.tenantId, ticketId: request.ticketId, turnId });
    return answered;
  }

  /**
   * Carries out what a person decided, in the turn that was claimed for it (with `lease`). A try with a hint goes on by
   * itself; everything else is stored and told when this returns.
   * @throws AppError `already_handled` when the ticket has moved on meanwhile; whatever else kept it from being stored.
   */
  async carryOut(ref: TurnRef, decision: Decision): Promise<void> {
    if (decision.type === "hint") return this.#start(ref);
    const work = carryOut(this.#deps, ref, decision);
    void this.#track(work);
    const next = await work;
    if (next) this.#start(next);
  }

  /** Looks for turns and messages that nobody works on, now and every few seconds. */
  async startSweep(): Promise<void> {
    const { log } = this.#deps;
    const failed = "looking for abandoned turns failed";
    const each = forEachTenant<Abandoned>({ log, failed, limitMs: sweepLimitMs, atOnce: 4 }, (row) =>
      takeUpAbandoned(this.#deps, row, (ref) => this.#start(ref)),
    );
    let first: Promise<void> | undefined;
    const round = async () => {
      const done = each.run(await listAbandoned(this.#deps));
      first ??= done;
    };
    await round().catch((error: unknown) => log.warn({ err: asError(error).message }, failed));
    await first;
    const stop = runEvery({ everyMs: sweepIntervalMs, log, failed }, round);
    this.#stopSweep = async () => {
      await stop();
      await each.stop();
    };
  }

  /** Turns of this process, at work or being loaded. */
  get active(): number {
    return this.#turns.size - this.#room.size;
  }

  /** Turns that wait for a place in this process. */
  get waiting(): number {
    return this.#room.size;
  }

  /** Turns at work of the tenant that has most of them here. */
  get largestTenant(): number {
    return this.#room.largestTenant;
  }

  /** Waits for the turns at work; those that take longer than `graceMs` are stopped and end visibly. */
  async drain(graceMs: number): Promise<void> {
    await this.#stopSweep?.();
    await this.#room.close();
    const timer = setTimeout(() => {
      for (const turnId of this.#turns.keys()) this.#abort(turnId, new TurnStopped("shutdown"));
    }, graceMs);
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
    clearTimeout(timer);
    for (const listener of this.#stops.values()) await (await listener).close();
    this.#stops.clear();
  }

  #start(ref: TurnRef, loaded?: RunningTurn): void {
    // A turn that is found again after a broken connection may be at work here already.
    if (this.#turns.has(ref.turnId)) return;
    this.#turns.set(ref.turnId, null);
    const forget = () => this.#turns.delete(ref.turnId);
    // One that has to wait begins when another has ended, and is no part of it.
    const run = keepTrace(() => this.#track(this.#run(ref, loaded).finally(forget)));
    const waits = this.#room.begin(ref, { run, lost: forget });
    if (waits) void this.#track(this.#listen(ref.tenantId));
  }

  /** Listens for a tenant's stops from now on; once is enough. */
  async #listen(tenantId: string): Promise<void> {
    const onStop = (turnId: string) => void this.#track(this.#stopHere(turnId));
    const listening = this.#stops.get(tenantId) ?? this.#deps.hub.listen(stopTopic(tenantId), onStop);
    this.#stops.set(tenantId, listening);
    try {
      await listening;
    } catch (error) {
      // The next turn of this tenant tries again.
      if (this.#stops.get(tenantId) === listening) this.#stops.delete(tenantId);
      throw error;
    }
  }

  /** Stops a turn of this process, or ends one that has not begun. False when it is not here. */
  async #stopHere(turnId: string): Promise<boolean> {
    const waiting = this.#room.withdraw(turnId);
    if (waiting) {
      this.#turns.delete(turnId);
      const turn = await loadTurn(this.#deps, waiting);
      if (turn) await this.#finish(turn, endCancelled(this.#deps, turn));
    }
    return this.#abort(turnId, new TurnStopped("visitor")) || waiting !== undefined;
  }

  /** Stops a turn that was started here, now or as soon as it is loaded. False when it is not here. */
  #abort(turnId: string, reason: TurnStopped): boolean {
    const turn = this.#turns.get(turnId);
    if (turn === null) this.#turns.set(turnId, reason);
    else if (!(turn instanceof TurnStopped)) turn?.stop.abort(reason);
    return turn !== undefined;
  }

  #run(ref: TurnRef, loaded?: RunningTurn): Promise<void> {
    const { tracing = noTracing } = this.#deps;
    return inTrace(tracing, { name: "turn", attributes: idsOf(ref) }, async (span) => {
      const turn = await this.#carryThrough(ref, loaded);
      if (turn) span?.set(turnAttributes(turn));
    });
  }

  async #carryThrough(ref: TurnRef, loaded?: RunningTurn): Promise<RunningTurn | undefined> {
    // What is stopped while it is loaded is heard, too.
    await this.#listen(ref.tenantId);
    const turn = loaded ?? (await loadTurn(this.#deps, ref));
    if (!turn) return undefined;
    const stopped = this.#turns.get(turn.turnId);
    this.#turns.set(turn.turnId, turn);
    if (stopped instanceof TurnStopped) turn.stop.abort(stopped);
    await recallBeside(this.#deps, turn);
    await publishTurn(this.#deps.hub, turn, runTurn(this.#deps, turn));
    this.#deps.log.info(turnLine(turn), "turn");
    if (isSlow(turn, this.#deps.slowTurnMs)) this.#deps.log.warn(slowLine(turn), "Slow turn");
    this.#startNext(turn);
    await noteMemoriesUsed(this.#deps, turn);
    if (turn.history.length >= historyMessages) await noteThread(this.#deps, turn);
    return turn;
  }

  /** Tells the end of a turn that did not run. */
  async #finish(turn: RunningTurn, ending: Promise<void>): Promise<void> {
    await ending.finally(() => turn.output.close());
    await publishTurn(this.#deps.hub, turn, turn.output.items());
    this.#startNext(turn);
  }

  #startNext({ tenantId, ticketId, nextTurnId }: RunningTurn): void {
    if (nextTurnId) outsideTrace(() => this.#start({ tenantId, ticketId, turnId: nextTurnId }));
  }

  /** Has `drain` wait for work; its failure is noted. */
  #track(work: Promise<unknown>): Promise<void> {
    const guarded = work.then(
      () => undefined,
      (error: unknown) => this.#deps.log.error({ err: asError(error).message }, "Work on a turn failed"),
    );
    this.#work.add(guarded);
    return guarded.finally(() => this.#work.delete(guarded));
  }
}
