import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IPolicy,
  wrap,
} from "cockatiel";
import { CallFault, isPassingStatus } from "./faults.ts";

/** Failures in a row that open a connection's breaker, and how long it stays open. */
const breakAfter = 5;
const restMs = 30_000;
/** Concurrent calls per connection in one process, and calls waiting for a slot. */
const atOnce = 16;
const waiting = 64;
/** Most breakers in memory; an evicted one starts again without failures. */
const maxRemembered = 5_000;

interface Breaker {
  circuit: CircuitBreakerPolicy;
  policy: IPolicy;
}

/**
 * Circuit breakers. They stop repeated calls to a server that does not respond, and keep it from blocking others. One instance per process.
 */
export class Breakers {
  readonly #breakers = new Map<string, Breaker>();
  readonly #restMs: number;

  /** @param rest time in ms that a breaker stays open; for tests only. */
  constructor(rest = restMs) {
    this.#restMs = rest;
  }

  /** Runs a try of a call. @throws CallFault from the try, or `busy` when it was not made. */
  async run<T>(key: string, attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.#of(key).policy.execute(attempt);
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        throw new CallFault("busy", "The server failed several times in a row. Calls are paused for 30 seconds.");
      if (error instanceof BulkheadRejectedError)
        throw new CallFault("busy", "Too many calls of this connection are running. Try again shortly.");
      throw error;
    }
  }

  /** True while the breaker is open. */
  isResting(key: string): boolean {
    return this.#breakers.get(key)?.circuit.state === CircuitState.Open;
  }

  /** Resets a breaker when the address or credentials change. */
  forget(key: string): void {
    this.#breakers.delete(key);
  }

  #of(key: string): Breaker {
    const known = this.#breakers.get(key);
    if (known) return known;
    const [oldest] = this.#breakers.keys();
    if (this.#breakers.size >= maxRemembered && oldest !== undefined) this.#breakers.delete(oldest);
    const circuit = circuitBreaker(handleWhen(isServersFault), {
      halfOpenAfter: this.#restMs,
      breaker: new ConsecutiveBreaker(breakAfter),
    });
    const made = { circuit, policy: wrap(bulkhead(atOnce, waiting), circuit) };
    this.#breakers.set(key, made);
    return made;
  }
}

/** True when an error means that the server is unavailable, not that it rejects the call. */
export function isServersFault(error: unknown): boolean {
  if (!(error instanceof CallFault)) return false;
  if (error.kind === "status") return error.httpStatus !== null && isPassingStatus(error.httpStatus);
  return error.kind === "unreachable" || error.kind === "timeout" || error.kind === "broken";
}

/** Each tenant has its own breakers: one tenant's failures do not affect another tenant with the same server. */
export function breakerKey(tenantId: string, connectionId: string): string {
  return `${tenantId}/${connectionId}`;
}
