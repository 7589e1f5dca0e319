import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../errors.ts";

/** Most tries of one page, and the longest wait before a try, in ms. */
const maxTries = 4;
const maxWaitMs = 60_000;
/** Wait when the server names no time, in ms. */
const defaultWaitMs = 5_000;

/** Details of an error that the server wants to be tried again later. */
const busySchema = z.object({ status: z.union([z.literal(429), z.literal(503)]), retry_after_ms: z.number() });

/** The wait that a `Retry-After` header asks for, in ms; null without a valid header. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** The error for a server that answers 429 or 503; a server without a wish gets the default wait after 429, and no other try after 503. */
export function busyDetails(status: number, header: string | undefined): Record<string, number> {
  const wait = retryAfterMs(header) ?? (status === 429 ? defaultWaitMs : null);
  return wait === null ? { status } : { status, retry_after_ms: wait };
}

interface Patience {
  signal?: AbortSignal | undefined;
  /** Called before a wait, so that requests to the same site can wait too. */
  onWait?: ((ms: number) => void) | undefined;
}

/**
 * Runs `fetch` again when the server asked for it, after the time it named.
 * @throws the error of the last try; a longer wait than {@link maxWaitMs} is not awaited.
 */
export async function retryLater<T>({ signal, onWait }: Patience, fetch: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch();
    } catch (error) {
      const busy = error instanceof AppError ? busySchema.safeParse(error.details) : undefined;
      const wait = busy?.success ? busy.data.retry_after_ms : Number.POSITIVE_INFINITY;
      if (tries >= maxTries || wait > maxWaitMs) throw error;
      onWait?.(wait);
      await sleep(wait, undefined, signal ? { signal } : {}).catch(() => {
        throw error;
      });
    }
  }
}
