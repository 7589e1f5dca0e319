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

/** Failures in a row after which a connection is left alone, and for how long. */
const breakAfter = 5;
const restMs = 30_000;
/** Calls of one connection at the same time in one process, and those that wait for one of these places. */
const atOnce = 16;
const waiting = 64;
/** Connections that a process remembers; a forgotten one begins anew. */
const maxRemembered = 5_000;

interface Breaker {
  circuit: CircuitBreakerPolicy;
  policy: IPolicy;
}

/** Keeps a server that does not answer from being asked again and again, and from holding up others. One for a process. */
export class Breakers {
  readonly #breakers = new Map<string, Breaker>();
  readonly #restMs: number;

  /** @param rest only for tests, ms. */
  constructor(rest = restMs) {
    this.#restMs = rest;
  }

  /** Runs a try of a call. @throws CallFault as it does, or `busy` when it was not made. */
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

  /** True while a connection is left alone. */
  isResting(key: string): boolean {
    return this.#breakers.get(key)?.circuit.state === CircuitState.Open;
  }

  /** Another address, or other credentials: what was does not count. */
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

/** What tells that a server is away, not that it says no. */
export function isServersFault(error: unknown): boolean {
  if (!(error instanceof CallFault)) return false;
  if (error.kind === "status") return error.httpStatus !== null && isPassingStatus(error.httpStatus);
  return error.kind === "unreachable" || error.kind === "timeout" || error.kind === "broken";
}

/** Breakers are apart for each tenant: two with the same server do not stand up for each other. */
export function breakerKey(tenantId: string, connectionId: string): string {
  return `${tenantId}/${connectionId}`;
}
