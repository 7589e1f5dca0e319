import type { AssistantPorts } from "../assistant/ports.ts";
import { AppError, asError } from "../errors.ts";
import { newId } from "../ids.ts";
import { stopTopic } from "../live/hub.ts";
import { listUnansweredMessages, updateMessageTurn } from "../store/messages.ts";
import { lockTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findRunningTurn, insertTurn } from "../store/turns.ts";
import { type Accepted, acceptMessage, type TurnRequest, takeAsAnswer } from "./accept-message.ts";
import type { TurnRef } from "./admission.ts";
import { acceptAnswer, type ClarificationRequest } from "./answer-clarification.ts";
import { historyMessages, leaseMs, type TurnDeps } from "./deps.ts";
import type { DeskTarget } from "./desk-claim.ts";
import { endWithoutAnswer } from "./endings.ts";
import { claimHandBack, endPause, finishHandBack } from "./hand-back.ts";
import { claimHint } from "./hint.ts";
import { loadTurn } from "./load-turn.ts";
import { publishTurn } from "./publish.ts";
import { recallThread } from "./recall-thread.ts";
import { recoverExpiredTurns } from "./recover.ts";
import { noteThread } from "./remember-thread.ts";
import {
  type Approval,
  type Claimed,
  claimApproval,
  claimResolution,
  type Resolution,
  saveSnippet,
} from "./resolve.ts";
import { StopListeners } from "./stop-listeners.ts";
import { assistantPorts, runTurn } from "./turn.ts";
import { type RunningTurn, turnLine } from "./turn-context.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** How often to look for turns whose process died. */
const recoveryIntervalMs = 5_000;

/** Turns of this process: started, stopped, resumed, recovered, and waited for at the end. */
export class TurnService {
  readonly #deps: TurnDeps;
  readonly #room: WaitingRoom;
  readonly #running = new Map<string, RunningTurn>();
  readonly #work = new Set<Promise<void>>();
  readonly #stops: StopListeners;
  #recovery: NodeJS.Timeout | undefined;

  constructor(deps: TurnDeps) {
    this.#deps = deps;
    this.#room = new WaitingRoom(deps);
    this.#stops = new StopListeners(deps.hub, (turnId) => this.#track(this.#stopHere(turnId)));
  }

  /** Stores the message and sees to its answer; returns at once, the answer comes over the log. */
  async send(request: TurnRequest): Promise<Accepted> {
    await this.#room.requireRoom(request);
    const accepted = await acceptMessage(this.#deps, request);
    if (accepted.started && accepted.turnId)
      this.#start({ tenantId: request.tenantId, ticketId: request.ticketId, turnId: accepted.turnId }, accepted.turn);
    return accepted;
  }

  /** Stops the ticket's turn, wherever it runs. True when there was one. */
  async stop(tenantId: string, ticketId: string): Promise<boolean> {
    const running = await withTenant(this.#deps.db, tenantId, (tx) => findRunningTurn(tx, ticketId));
    if (running?.kind !== "visitor") return false;
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

  /**
   * Resolves a ticket with a person's answer: resumes the paused graph, which stores and streams it once.
   * @throws AppError `not_found`, `already_resolved`, `already_handled` or `conflict`.
   */
  async resolve(resolution: Resolution): Promise<void> {
    await this.#conclude(resolution, await claimResolution(this.#deps, resolution));
  }

  /** Sends the assistant's draft as the agent's answer, with its sources. @throws AppError as `resolve`, and `no_draft`. */
  async approveDraft(approval: Approval): Promise<void> {
    await this.#conclude(approval, await claimApproval(this.#deps, approval));
  }

  /** Has the assistant try again with an agent's hint. Returns once it is at work. @throws AppError as `resolve`. */
  async hint(target: DeskTarget, hint: string): Promise<void> {
    const turnId = await claimHint(this.#deps, target, hint);
    this.#start({ tenantId: target.tenantId, ticketId: target.ticketId, turnId });
  }

  /** Gives a ticket back to the assistant and ends the pause of its graph. @throws AppError as `resolve`. */
  async handBack(target: DeskTarget): Promise<void> {
    const turnId = await claimHandBack(this.#deps, target);
    const { tenantId, ticketId } = target;
    await this.#drain({ tenantId, ticketId, turnId }, async (ports, turn) => {
      await endPause(this.#deps, { tenantId, ticketId, ports });
      await finishHandBack(this.#deps, turn);
      // Messages from before it were for the person; one that came while it worked waits for the assistant.
      await this.#startQueued(turn, turn.sequence + 1);
    });
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

  /** Turns that wait for a place in this process. */
  get waiting(): number {
    return this.#room.size;
  }

  /** Waits for the turns at work; those that take longer than `graceMs` are stopped and end visibly. */
  async drain(graceMs: number): Promise<void> {
    clearInterval(this.#recovery);
    await this.#room.close();
    const timer = setTimeout(() => {
      for (const turn of this.#running.values()) turn.stop.abort(new Error("the server is shutting down"));
    }, graceMs);
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
    clearTimeout(timer);
    await this.#stops.close();
  }

  #start(ref: TurnRef, loaded?: RunningTurn): void {
    const waits = this.#room.begin(ref, () => this.#track(this.#run(ref, loaded)));
    if (waits) void this.#track(this.#stops.listen(ref.tenantId));
  }

  /** Stops a turn of this process, or ends one that has not begun. False when it is not here. */
  async #stopHere(turnId: string): Promise<boolean> {
    const waiting = this.#room.withdraw(turnId);
    if (waiting)
      await this.#drain(waiting, (_ports, turn) => endWithoutAnswer(this.#deps, turn, { status: "cancelled" }));
    const running = this.#running.get(turnId);
    running?.stop.abort(new Error("stopped by the visitor"));
    return waiting !== undefined || running !== undefined;
  }

  async #run(ref: TurnRef, loaded?: RunningTurn): Promise<void> {
    const turn = loaded ?? (await loadTurn(this.#deps, ref));
    if (!turn) return;
    await this.#stops.listen(ref.tenantId);
    this.#running.set(turn.turnId, turn);
    try {
      const recalled = await recallThread(this.#deps, turn);
      if (recalled) turn.history = [recalled, ...turn.history];
      await publishTurn(this.#deps.hub, turn, runTurn(this.#deps, turn));
      this.#deps.log.info(turnLine(turn), "turn");
    } finally {
      this.#running.delete(turn.turnId);
    }
    if (turn.leavesMessages) await this.#startQueued(turn);
    if (turn.history.length >= historyMessages) await noteThread(this.#deps, turn);
  }

  /** Messages that came while the turn worked become the next turn, together. */
  async #startQueued(previous: RunningTurn, from = previous.sequence): Promise<void> {
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
      const waiting = (await listUnansweredMessages(tx, ticketId)).filter(({ sequence }) => sequence >= from);
      const last = waiting.at(-1)?.message;
      if (!last) return false;
      const request = { messageId: last.id, content: waiting.map(({ message }) => message.content).join("\n") };
      await insertTurn(tx, {
        id: turnId,
        ticketId,
        kind: "visitor",
        ownerEpoch: ticket.owner_epoch,
        holder: this.#deps.holder,
        leaseMs,
        clarificationId: await takeAsAnswer(tx, { ticket, turnId, request }),
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

  async #conclude(by: DeskTarget & { saveAsSnippet: boolean }, claimed: Claimed): Promise<void> {
    const { tenantId, ticketId, agent } = by;
    const { turnId, answer, citations, question } = claimed;
    const decision = { type: "resolve" as const, answer, message_id: newId(), agent, citations };
    await this.#drain({ tenantId, ticketId, turnId }, async (ports) => {
      await this.#deps.assistant.resumeTurn({ tenantId, ticketId, decision, ports });
    });
    // Marks point at the sources of this one answer.
    const text = citations.length > 0 ? answer.replace(/\s?\[\d+\]/g, "") : answer;
    if (by.saveAsSnippet && question) await saveSnippet(this.#deps, by, { question, answer: text });
  }

  /** Carries out what a person decided, in a turn that was claimed for it. */
  async #drain(ref: TurnRef, work: (ports: AssistantPorts, turn: RunningTurn) => Promise<void>): Promise<void> {
    const turn = await loadTurn(this.#deps, ref);
    if (!turn) throw new AppError("not_found", "There is no such ticket.");
    const ports = assistantPorts(this.#deps, turn);
    const done = work(ports, turn)
      .catch(async (error: unknown) => {
        await endWithoutAnswer(this.#deps, turn, { status: "failed", errorCode: "internal", message: "" });
        throw error;
      })
      .finally(() => turn.outlet.close());
    await this.#track(publishTurn(this.#deps.hub, turn, turn.outlet.items()));
    await done;
  }

  #track(work: Promise<unknown>): Promise<void> {
    const guarded = work.then(
      () => undefined,
      (error: unknown) => this.#deps.log.error({ err: asError(error).message }, "work on a turn failed"),
    );
    this.#work.add(guarded);
    return guarded.finally(() => this.#work.delete(guarded));
  }
}
