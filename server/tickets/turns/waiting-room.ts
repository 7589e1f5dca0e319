import type { StreamEvent } from "../../../protocol/events.ts";
import { AppError, asError } from "../../core/errors.ts";
import { forEachTenant } from "../../core/for-each-tenant.ts";
import { newId } from "../../core/ids.ts";
import { ticketChannel } from "../../core/live/hub.ts";
import { readyLanguageOf, readySentences } from "../../core/text/ready/index.ts";
import { withTenant, withTenantInLoop } from "../../database/transaction.ts";
import { findMessageContext } from "../store/messages.ts";
import { findTicket } from "../store/tickets.ts";
import { renewLease, renewLeases, type TurnRef } from "../store/turns.ts";
import type { TurnRequest } from "./accept-message.ts";
import { Admission } from "./admission.ts";
import { leaseMs, leaseRenewalMs, type TurnDeps } from "./deps.ts";

/** Seconds after which a browser should try again: a few turns have ended by then. */
const retryAfterSeconds = 3;
/** Interval of the overload check, in ms. */
const pollMs = 200;

/**
 * Rejects a message when there is no capacity, before anything is stored, so that sending it again is safe. A message that is already
 * stored, or that needs no new turn now, passes.
 * @throws AppError `overloaded` with the seconds to wait.
 */
async function refuseForNow(deps: TurnDeps, request: TurnRequest): Promise<void> {
  const needsTurn = await withTenant(deps.db, request.tenantId, async (tx) => {
    const ticket = await findTicket(tx, request.ticketId);
    if (ticket?.owner !== "assistant") return false;
    const { isKnown, runningTurnId } = await findMessageContext(tx, request.ticketId, request.messageId);
    return runningTurnId === null && !isKnown;
  });
  if (!needsTurn) return;
  deps.watch?.refused();
  throw new AppError("overloaded", "We're getting many questions right now. Please try again shortly.", {
    retryAfterSeconds,
  });
}

/** Tells the visitor that the turn has to wait, and renews its lease. */
async function tellWaiting(deps: TurnDeps, ref: TurnRef): Promise<void> {
  const ticket = await withTenant(deps.db, ref.tenantId, async (tx) => {
    await renewLease(tx, ref.turnId, { holder: deps.holder, leaseMs });
    return findTicket(tx, ref.ticketId);
  });
  if (!ticket) return;
  const event: StreamEvent = {
    type: "status",
    node: "queue",
    content: readySentences[readyLanguageOf("", ticket.visitor_locale ?? "en")].waiting,
    event_id: newId(),
    turn_id: ref.turnId,
    sequence: ticket.last_sequence,
    created_at: new Date().toISOString(),
  };
  await deps.hub.publish(ticketChannel(ref.tenantId, ref.ticketId), [{ stored: false, event }]);
}

/** Starts turns of this process, at once or after a wait in the queue. For waiting turns it renews the leases and informs the visitors. */
export class WaitingRoom {
  readonly #deps: TurnDeps;
  readonly #admission: Admission;
  readonly #looking: NodeJS.Timeout | undefined;
  #holding: NodeJS.Timeout | undefined;

  constructor(deps: TurnDeps) {
    this.#deps = deps;
    this.#admission = new Admission(deps.admission);
    const { isPressed } = deps;
    this.#looking = isPressed && setInterval(() => this.#admission.look(isPressed()), pollMs).unref();
  }

  /** Number of waiting turns. */
  get size(): number {
    return this.#admission.waiting;
  }

  /** Running turns of the tenant with the most of them. */
  get largestTenant(): number {
    return this.#admission.largestTenant;
  }

  /** @throws AppError `overloaded` when the message needs a turn and there is no capacity for one. */
  async requireRoom(request: TurnRequest): Promise<void> {
    if (!this.#admission.hasRoom(request.tenantId)) await refuseForNow(this.#deps, request);
  }

  /**
   * Runs the turn now or later. If another process took the turn while it waited, `lost` is called instead. `run` must not throw. True when
   * the turn has to wait.
   */
  begin(ref: TurnRef, { run, lost }: { run: () => Promise<void>; lost: () => void }): boolean {
    const runIfOurs = async () => {
      const isOurs = await this.#hold([ref]).then(
        (held) => held.has(ref.turnId),
        () => false,
      );
      if (isOurs) await run();
      else lost();
    };
    let hasWaited = false;
    hasWaited = this.#admission.admit(ref, () => (hasWaited ? runIfOurs() : run())) === "queued";
    if (!hasWaited) return false;
    this.#holding ??= setInterval(
      () => this.#guard(this.#hold(this.#admission.waitingTurns())),
      leaseRenewalMs,
    ).unref();
    this.#guard(tellWaiting(this.#deps, ref));
    return true;
  }

  /** Removes a turn from the queue; undefined when it does not wait here. */
  withdraw(turnId: string): TurnRef | undefined {
    return this.#admission.withdraw(turnId);
  }

  /** Closes the queue; turns that have not started are left to other processes at once. */
  async close(): Promise<void> {
    clearInterval(this.#holding);
    clearInterval(this.#looking);
    const left = this.#admission.close();
    await this.#hold(left, 0).catch((error: unknown) => this.#warn(error));
  }

  #hold(refs: TurnRef[], forMs = leaseMs): Promise<Set<string>> {
    return holdWaiting(this.#deps, refs, forMs);
  }

  #guard(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#warn(error));
  }

  #warn(error: unknown): void {
    this.#deps.log.warn({ err: asError(error).message }, "Could not keep a waiting turn alive");
  }
}

/**
 * Renews the leases of waiting turns, so that no other process treats them as abandoned. @returns the ids of those that this process still
 * has.
 */
async function holdWaiting(deps: TurnDeps, refs: TurnRef[], forMs: number): Promise<Set<string>> {
  const held = new Set<string>();
  const turns = byTenant(refs);
  const lease = { holder: deps.holder, leaseMs: forMs };
  const limits = { log: deps.log, failed: "Could not keep a waiting turn alive", limitMs: leaseRenewalMs };
  const each = forEachTenant<string>(limits, async (tenantId) => {
    const turnIds = turns.get(tenantId) ?? [];
    for (const id of await withTenantInLoop(deps.db, tenantId, (tx) => renewLeases(tx, turnIds, lease))) held.add(id);
  });
  await each.run([...turns.keys()]);
  return held;
}

function byTenant(refs: TurnRef[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { tenantId, turnId } of refs) groups.set(tenantId, [...(groups.get(tenantId) ?? []), turnId]);
  return groups;
}
