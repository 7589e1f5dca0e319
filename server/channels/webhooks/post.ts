import { asError } from "../../core/errors.ts";
import { type Network, RefusedHost } from "../../core/fetch/guarded-lookup.ts";
import { notPublic } from "../../core/fetch/outgoing-address.ts";
import { postGuarded } from "../../core/fetch/post-guarded.ts";
import type { TryOutcome } from "../store/webhook-deliveries.ts";
import { receiverSetting } from "./address-rules.ts";

/** A receiver should store the event and process it later: a slower response counts as a failure and is retried. */
export const answerTimeoutMs = 10_000;

export interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string;
  network: Network;
  signal?: AbortSignal;
}

/** Sends one event. Never throws: the outcome contains the error, in words for an admin. Does not follow redirects. */
export async function post({ url, headers, body, network, signal }: Post): Promise<TryOutcome> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const outcome = (rest: Omit<TryOutcome, "tookMs">) => ({ ...rest, tookMs: performance.now() - began });
  try {
    const { status, text } = await postGuarded({ url, headers, body, network, signal: anyOf(timeout, signal) });
    const error = status >= 200 && status < 300 ? null : `The receiver responded with status ${status}.`;
    return outcome({ status, text, error });
  } catch (error) {
    return outcome({ status: null, text: null, error: reasonOf(error, { url, timeout }) });
  }
}

function anyOf(timeout: AbortSignal, signal: AbortSignal | undefined): AbortSignal {
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

function reasonOf(cause: unknown, { url, timeout }: { url: URL; timeout: AbortSignal }): string {
  if (cause instanceof RefusedHost) return notPublic(url.hostname, { setting: receiverSetting });
  if (timeout.aborted) return `The receiver did not respond within ${answerTimeoutMs / 1000} seconds.`;
  const { code } = asError(cause) as NodeJS.ErrnoException; // a network error of Node has one
  return `The receiver could not be reached${code ? ` (${code})` : ""}.`;
}
