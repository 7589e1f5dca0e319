import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { guardedLookup, type Network, RefusedHost } from "../../core/fetch/guarded-lookup.ts";
import { notPublic } from "../../core/fetch/outgoing-address.ts";
import { CallFault } from "../faults.ts";

/** Most bytes of all answers of a call together: a result of 8,000 characters stands in far less. */
const maxBytes = 1024 * 1024;
/** Whoever cannot be connected within this time is away. */
const connectMs = 5_000;
/** What allows connections to hosts that are not public. */
export const privateSetting = "TOOL_PRIVATE_HOSTS";

export interface WireOptions {
  /** Nothing but this origin and path, or below, is asked. */
  base: URL;
  network: Network;
  /** Everything of a call together, ms. */
  timeoutMs: number;
  /** Whoever asked for the call ends it. */
  signal: AbortSignal;
  /** A server cannot make us ask more often. */
  maxRequests: number;
}

export interface WireRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Told when bytes may have left: from then on a write may happen. */
  onSent?: () => void;
}

/**
 * The way to one server for the time of one call: its own connections, which are to public addresses (or those that the operator
 * allows), one time limit and one count of bytes over everything, no redirects, nothing packed. Closing it ends what is open.
 */
export class Wire {
  readonly #options: WireOptions;
  readonly #agent: HttpAgent;
  readonly #ended = new AbortController();
  readonly #limit: NodeJS.Timeout;
  readonly #onCallerAbort: () => void;
  #requests = 0;
  #bytes = 0;
  /** What is to be said to the server at the end; never throws, and takes no longer than a few seconds. */
  beforeClose: (() => Promise<void>) | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
    const { base, signal, timeoutMs, network } = options;
    const about = { keepAlive: true, maxSockets: 4, lookup: guardedLookup(network) };
    this.#agent = base.protocol === "https:" ? new HttpsAgent(about) : new HttpAgent(about);
    const seconds = Math.round(timeoutMs / 100) / 10;
    this.#limit = setTimeout(
      () => this.end(new CallFault("timeout", `The server did not answer within ${seconds} seconds.`)),
      timeoutMs,
    );
    this.#onCallerAbort = () => this.end(new CallFault("cancelled", "The call was stopped.", { cause: signal.reason }));
    if (signal.aborted) this.#onCallerAbort();
    else signal.addEventListener("abort", this.#onCallerAbort, { once: true });
  }

  /** Aborted, with a {@link CallFault} as the reason, once nothing more comes of this call. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Why it ended before its time. */
  get fault(): CallFault | undefined {
    const { aborted, reason } = this.#ended.signal;
    return aborted && reason instanceof CallFault ? reason : undefined;
  }

  end(fault: CallFault): void {
    if (!this.#ended.signal.aborted) this.#ended.abort(fault);
  }

  /** Frees its connections, once the server has been told that it is over. Whoever asked for the call does not wait for that. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener("abort", this.#onCallerAbort);
    await this.beforeClose?.();
    clearTimeout(this.#limit);
    this.end(new CallFault("cancelled", "The call has ended."));
    this.#agent.destroy();
  }

  /** @throws CallFault for whatever goes wrong before the head of the answer is there. */
  async ask(request: WireRequest): Promise<IncomingMessage> {
    this.#ended.signal.throwIfAborted();
    this.#requests += 1;
    if (this.#requests > this.#options.maxRequests)
      throw this.#stop(new CallFault("unreadable", "The server redirects too many times."));
    if (!this.#isOfBase(request.url))
      throw this.#stop(new CallFault("refused", "The server redirects the call to another URL."));
    const response = await this.#send(request);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.destroy();
      const message = `The server redirects the call (status ${status}). Redirects are not followed.`;
      throw this.#stop(new CallFault("status", message, { httpStatus: status }));
    }
    return response;
  }

  /** The pieces of an answer, counted. @throws CallFault when it is too long, breaks off, or the time is over. */
  async *read(response: IncomingMessage): AsyncGenerator<Buffer> {
    const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
    if (encoding !== "" && encoding !== "identity") {
      response.destroy();
      throw this.#stop(new CallFault("unreadable", "The server compressed its response without being asked."));
    }
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        this.#bytes += piece.length;
        if (this.#bytes > maxBytes) throw new CallFault("unreadable", "The server's response is longer than 1 MB.");
        yield piece;
      }
    } catch (error) {
      throw this.#stop(this.#faultOf(error));
    } finally {
      response.destroy();
    }
  }

  #stop(fault: CallFault): CallFault {
    this.end(fault);
    return this.fault ?? fault;
  }

  #isOfBase(url: URL): boolean {
    const { base } = this.#options;
    const folder = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
    return url.origin === base.origin && (url.pathname === base.pathname || url.pathname.startsWith(folder));
  }

  #send({ url, method, headers, body, signal, onSent }: WireRequest): Promise<IncomingMessage> {
    const { network } = this.#options;
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const options: RequestOptions = {
      method,
      headers: { ...headers, "accept-encoding": "identity", ...(bytes ? { "content-length": bytes.length } : {}) },
      agent: this.#agent,
      signal: signal ? AbortSignal.any([this.#ended.signal, signal]) : this.#ended.signal,
    };
    return new Promise((resolve, reject) => {
      const sent = url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
      let wasConnected = false;
      const connectLimit = setTimeout(() => sent.destroy(new Error("connecting took too long")), connectMs);
      const onConnected = (socket: Socket) => {
        wasConnected = true;
        clearTimeout(connectLimit);
        // An address instead of a name is not looked up: this holds for it too.
        const { remoteAddress } = socket;
        if (!remoteAddress || !network.isAllowedAddress(remoteAddress))
          return sent.destroy(new RefusedHost(url.hostname));
        onSent?.();
        sent.end(bytes);
      };
      sent.on("error", (error) => {
        clearTimeout(connectLimit);
        reject(this.#faultOf(error, { url, wasConnected }));
      });
      sent.on("response", resolve);
      // Nothing is written before it is known where it goes.
      sent.on("socket", (socket) => {
        if (sent.reusedSocket || !socket.connecting) onConnected(socket);
        else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => onConnected(socket));
      });
    });
  }

  #faultOf(error: unknown, about?: { url: URL; wasConnected: boolean }): CallFault {
    if (error instanceof CallFault) return error;
    if (this.fault) return this.fault;
    if (error instanceof RefusedHost)
      return new CallFault("refused", notPublic(about?.url.hostname ?? "The host", { setting: privateSetting }), {
        cause: error,
      });
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
    if (about && !about.wasConnected)
      return new CallFault("unreachable", `The server could not be reached${code}.`, { cause: error });
    return new CallFault("broken", `The connection was lost before the response arrived${code}.`, { cause: error });
  }
}
