import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { asError } from "../../core/errors.ts";
import { guardedLookup, type Network, RefusedHost } from "../../core/fetch/guarded-lookup.ts";
import { notPublic } from "../../core/fetch/outgoing-address.ts";
import type { TryOutcome } from "../store/webhook-deliveries.ts";
import { receiverSetting } from "./address-rules.ts";

/** A receiver should store the event and process it later: a slower response counts as a failure and is retried. */
export const answerTimeoutMs = 10_000;
/** Bytes of a response that are read; the rest is not awaited. */
const readBytes = 4_096;
/** Characters of a response that are kept, to help find out why deliveries fail. */
const keptChars = 500;

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
    const response = await send({ url, headers, body, network, signal: anyOf(timeout, signal) });
    const status = response.statusCode ?? 0;
    const text = await readBeginning(response);
    const error = status >= 200 && status < 300 ? null : `The receiver responded with status ${status}.`;
    return outcome({ status, text, error });
  } catch (error) {
    return outcome({ status: null, text: null, error: reasonOf(error, { url, timeout }) });
  }
}

function send({ url, headers, body, network, signal }: Post): Promise<IncomingMessage> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": bytes.length },
    // A new connection per delivery, so that none is kept to a host whose name resolves differently by now.
    agent: false,
    lookup: guardedLookup(network),
    ...(signal ? { signal } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
    sent.on("error", reject);
    sent.on("response", resolve);
    // An IP address is not looked up, so it is checked here too.
    sent.on("socket", (socket) => {
      socket.once("connect", () => {
        const { remoteAddress } = socket;
        if (!remoteAddress || !network.isAllowedAddress(remoteAddress)) sent.destroy(new RefusedHost(url.hostname));
      });
    });
    sent.end(bytes);
  });
}

/** The beginning of a response as text. For a response that never ends or breaks off, the status is enough. */
async function readBeginning(response: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size >= readBytes) break;
    }
  } catch {
    // The part that arrived is shown.
  } finally {
    response.destroy();
  }
  // PostgreSQL text cannot contain NUL.
  const text = Buffer.concat(pieces).toString("utf8").replaceAll("\0", "").slice(0, keptChars);
  return text === "" ? null : text;
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
