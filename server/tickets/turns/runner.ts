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
import { MeanwhileHelper } from "./help-meanwhile.ts";
import { loadTurn } from "./load-turn.ts";
import { publishTurn } from "./publish.ts";
import { noteThread } from "./remember-thread.ts";
import { type Abandoned, listAbandoned, takeUpAbandoned } from "./sweep.ts";
import { runTurn } from "./turn.ts";
import { idsOf, isSlow, type RunningTurn, slowLine, turnAttributes, turnLine } from "./turn-context.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** Interval between searches for turns whose process died and for messages without a turn, in ms. */
const sweepIntervalMs = 5_000;
/** Time limit for one abandoned row, in ms; recovery is a short transaction. */
const sweepLimitMs = 10_000;

/** Runs the turns of this process: starts, stops, recovers and drains them, and carries out decisions. */
export class TurnRunner {
  readonly #deps: TurnDeps;
  readonly #room: WaitingRoom;
  /** Turns started here that have not ended. null: waiting or loading. A reason: the turn stops as soon as it is loaded. */
  readonly #turns = new Map<string, RunningTurn | TurnStopped | null>();
  readonly #work = new Set<Promise<void>>();
  readonly #helper: MeanwhileHelper;
  /** Subscriptions to stops from other processes, one for each tenant with turns here. */
  readonly #stops = new Map<string, Promise<HubSubscription>>();
  #stopSweep: (() => Promise<void>) | undefined;

  constructor(deps: TurnDeps) {
    this.#deps = deps;
    this.#room = new WaitingRoom(deps);
    this.#helper = new MeanwhileHelper(deps);
  }

  /** The lease for a turn that this process will run. */
  get lease(): { holder: string; leaseMs: number } {
    return { holder: this.#deps.holder, leaseMs };
  }

  /** Stores the message and makes sure that it is answered. Resolves at once; the answer arrives over the log. */
  async send(request: TurnRequest): Promise<Accepted> {
    await this.#room.requireRoom(request);
    const accepted = await acceptMessage(this.#deps, request);
    const { tenantId, ticketId } = request;
    const { turnId, started, turn } = accepted;
    if (started && turnId) this.#start({ tenantId, ticketId, turnId }, turn);
    if (accepted.turnId === null && accepted.behindTurnId === null) this.#helpMeanwhile(request);
    return accepted;
  }

  /** Looks for sections that may help until the team answers; skipped while the process is busy. */
  #helpMeanwhile(request: TurnRequest): void {
    const helping = this.#deps.isPressed?.() ? null : this.#helper.help(request);
    if (helping !== null) void this.#track(helping);
  }

  /** Stops the ticket's turn in whichever process runs it. True when there was one. */
  async stop(tenantId: string, ticketId: string): Promise<boolean> {
    const running = await withTenant(this.#deps.db, tenantId, (tx) => findRunningTurn(tx, ticketId));
    // An approved write is running: a stop would only hide its result.
    if (running?.kind !== "visitor" || running.confirmation_id !== null) return false;
    if (await this.#stopHere(running.id)) return true;
    await this.#deps.hub.notify(stopTopic(tenantId), running.id);
    return true;
  }

  /** Accepts the answer to a clarification. The result arrives over the log, as for a message. */
  async resume(request: ClarificationRequest): Promise<{ accepted: Accepted; messageId: string | null }> {
    const answered = await acceptAnswer(this.#deps, request);
    const { started, turnId } = answered.accepted;
    if (started && turnId) this.#start({ tenantId: request.tenantId, ticketId: request.ticketId, turnId });
    return answered;
  }

  /** Accepts the approval or refusal of a write. The result arrives over the log. */
  async answerConfirmation(request: ConfirmationRequest): Promise<ConfirmationAnswered> {
    const answered = await acceptConfirmation(this.#deps, request);
    const { started, turnId } = answered.accepted;
    if (started && turnId) this.#start({ tenantId: request.tenantId, ticketId: request.ticketId, turnId });
    return answered;
  }

  /**
   * Carries out an agent's decision in the turn that was claimed for it (with `lease`). A try with a hint runs in the background; all other
   * decisions are stored and announced before this resolves.
   * @throws AppError `already_handled` when the ticket has changed meanwhile, and any error that prevented storing the decision.
   */
  async carryOut(ref: TurnRef, decision: Decision): Promise<void> {
    if (decision.type === "hint") return this.#start(ref);
    const work = carryOut(this.#deps, ref, decision);
    void this.#track(work);
    const next = await work;
    if (next) this.#start(next);
  }

  /** Recovers abandoned turns and messages, now and every few seconds. */
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

  /** Turns of this process that are running or loading. */
  get active(): number {
    return this.#turns.size - this.#room.size;
  }

  /** Turns that wait for a slot in this process. */
  get waiting(): number {
    return this.#room.size;
  }

  /** Running turns here of the tenant with the most of them. */
  get largestTenant(): number {
    return this.#room.largestTenant;
  }

  /** Waits for the running turns. A turn that takes longer than `graceMs` is stopped and ends with a visible error. */
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
    // A turn that was recovered after a broken connection may already run here.
    if (this.#turns.has(ref.turnId)) return;
    this.#turns.set(ref.turnId, null);
    const forget = () => this.#turns.delete(ref.turnId);
    // A waiting turn starts when another one ends, but its trace does not belong to that one.
    const run = keepTrace(() => this.#track(this.#run(ref, loaded).finally(forget)));
    const waits = this.#room.begin(ref, { run, lost: forget });
    if (waits) void this.#track(this.#listen(ref.tenantId));
  }

  /** Subscribes to the stops of a tenant, once. */
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

  /** Stops a running turn of this process, or ends a waiting one. False when the turn is not here. */
  async #stopHere(turnId: string): Promise<boolean> {
    const waiting = this.#room.withdraw(turnId);
    if (waiting) {
      this.#turns.delete(turnId);
      const turn = await loadTurn(this.#deps, waiting);
      if (turn) await this.#finish(turn, endCancelled(this.#deps, turn));
    }
    return this.#abort(turnId, new TurnStopped("visitor")) || waiting !== undefined;
  }

  /** Stops a turn that was started here, now or as soon as it is loaded. False when the turn is not here. */
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
    // Listen before loading, so that a stop during the load is not missed.
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

  /** Publishes the end of a turn that did not run. */
  async #finish(turn: RunningTurn, ending: Promise<void>): Promise<void> {
    await ending.finally(() => turn.output.close());
    await publishTurn(this.#deps.hub, turn, turn.output.items());
    this.#startNext(turn);
  }

  #startNext({ tenantId, ticketId, nextTurnId }: RunningTurn): void {
    if (nextTurnId) outsideTrace(() => this.#start({ tenantId, ticketId, turnId: nextTurnId }));
  }

  /** Lets `drain` wait for the work; logs a failure. */
  #track(work: Promise<unknown>): Promise<void> {
    const guarded = work.then(
      () => undefined,
      (error: unknown) => this.#deps.log.error({ err: asError(error).message }, "Work on a turn failed"),
    );
    this.#work.add(guarded);
    return guarded.finally(() => this.#work.delete(guarded));
  }
}
