import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { guardedLookup, type Network, RefusedHost } from "../../core/fetch/guarded-lookup.ts";
import { notPublic } from "../../core/fetch/outgoing-address.ts";
import { CallFault } from "../faults.ts";

/** Most bytes of all responses of a call together; a result of 8,000 characters needs far less. */
const maxBytes = 1024 * 1024;
/** Longest time to connect, in ms. */
const connectMs = 5_000;
/** Setting that allows connections to hosts that are not public. */
export const privateSetting = "TOOL_PRIVATE_HOSTS";

export interface WireOptions {
  /** Requests are limited to this origin and path, and below. */
  base: URL;
  network: Network;
  /** Time limit of the whole call, in ms. */
  timeoutMs: number;
  /** Aborted when the caller cancels. */
  signal: AbortSignal;
  /** Most requests of the call, so that a server cannot cause more. */
  maxRequests: number;
}

export interface WireRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called when bytes may have been sent; from then on a write may happen. */
  onSent?: () => void;
}

/**
 * The connection to one server during one call: its own sockets, only to public addresses (or those that the operator allows), one time
 * limit and one byte limit for everything, no redirects, no compression. Closing it ends everything that is open.
 */
export class Wire {
  readonly #options: WireOptions;
  readonly #agent: HttpAgent;
  readonly #ended = new AbortController();
  readonly #limit: NodeJS.Timeout;
  readonly #onCallerAbort: () => void;
  #requests = 0;
  #bytes = 0;
  /** Ends the session with the server; never throws, and takes at most a few seconds. */
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

  /** Aborted, with a {@link CallFault} as the reason, once the call can have no more result. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** The reason for an early end. */
  get fault(): CallFault | undefined {
    const { aborted, reason } = this.#ended.signal;
    return aborted && reason instanceof CallFault ? reason : undefined;
  }

  end(fault: CallFault): void {
    if (!this.#ended.signal.aborted) this.#ended.abort(fault);
  }

  /** Closes the connections after telling the server that the session is over. The caller does not have to wait for it. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener("abort", this.#onCallerAbort);
    await this.beforeClose?.();
    clearTimeout(this.#limit);
    this.end(new CallFault("cancelled", "The call has ended."));
    this.#agent.destroy();
  }

  /** @throws CallFault for any failure before the response head. */
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

  /** The pieces of a response, with the byte limit. @throws CallFault when it is too long, breaks off, or the time is over. */
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
        // A literal IP address is not looked up, so it is checked here too.
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
      // Nothing is written before the connection's address is checked.
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
