import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IPolicy,
  retry,
  wrap,
} from "cockatiel";
import { CallError } from "./failures.ts";

export interface RetrySettings {
  /** First pause; the next one is twice as long. Each varies at random, so that many turns do not retry together. */
  pauseMs: number;
  /** A call is not retried when the provider asks for a longer pause. */
  maxPauseMs: number;
  /** Consecutive failures after which the provider gets no calls for a while. */
  breakAfter: number;
  restMs: number;
}

export const retryDefaults: RetrySettings = { pauseMs: 400, maxPauseMs: 5_000, breakAfter: 5, restMs: 10_000 };

/** Most attempts of one call, including the first. */
const maxTries = 3;

export interface Resilience {
  /** Runs the call with retries, behind the circuit breaker. Throws a `CallError`. */
  run<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** One per provider and process: the breaker must see all calls. */
export function createResilience(settings: RetrySettings = retryDefaults): Resilience {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof CallError && (error.kind === "unavailable" || error.kind === "timeout")),
    { halfOpenAfter: settings.restMs, breaker: new ConsecutiveBreaker(settings.breakAfter) },
  );
  const again = retry(
    handleWhen(
      (error) => error instanceof CallError && error.retryable && (error.retryAfterMs ?? 0) <= settings.maxPauseMs,
    ),
    {
      maxAttempts: maxTries - 1,
      backoff: new DelegateBackoff((context) =>
        pauseBefore(context.attempt, "error" in context.result ? context.result.error : null, settings),
      ),
    },
  );
  const policy: IPolicy = wrap(again, breaker);
  return {
    async run(call, signal) {
      try {
        return await policy.execute(call, signal);
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          throw new CallError("unavailable", "the provider failed several times and is left alone for a while", {
            cause: error,
          });
        throw error;
      }
    },
  };
}

function pauseBefore(attempt: number, error: Error | null, { pauseMs, maxPauseMs }: RetrySettings): number {
  const asked = error instanceof CallError ? error.retryAfterMs : null;
  const jittered = pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());
  return Math.min(maxPauseMs, Math.max(asked ?? 0, jittered));
}
