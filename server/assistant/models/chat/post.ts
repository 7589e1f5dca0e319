import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { traceHeaders } from "../../../core/trace.ts";
import { agentFor, type ProxyRule } from "../proxy.ts";
import { CallError, statusError, UnknownExtra } from "./failures.ts";
import type { ChatExtra } from "./wire.ts";

/** Longest whole response, in characters. */
export const maxBodyChars = 4_000_000;
/** Characters read from an error body; enough to recognize its kind. */
const maxErrorChars = 64_000;

/**
 * Node's own client instead of `fetch`: a streamed answer of 200 tokens costs less than half the processor time (docs/decisions/0014).
 * Connections are kept alive, so that a turn's calls need no new handshake.
 */
const kept = { keepAlive: true, maxFreeSockets: 64 };
const plain = new PlainAgent(kept);
const secure = new SecureAgent(kept);

export interface PostInput {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Connection timeout in ms. */
  connectMs: number;
  signal: AbortSignal;
  proxy?: ProxyRule | undefined;
}

/** Sends JSON and waits for the response head. Aborting also ends the body. Throws `CallError` or the socket's error. */
async function post(input: PostInput): Promise<IncomingMessage> {
  try {
    return await send(input);
  } catch (error) {
    // The other side may have just closed the kept connection; the request never reached it.
    if (error instanceof StaleConnection && !input.signal.aborted) return send(input);
    throw error;
  }
}

/**
 * Posts JSON and returns a successful response. @throws CallError, or UnknownExtra when the server does not support a part of the request.
 */
export async function postWell(
  input: PostInput,
  unknownExtra: (body: string) => ChatExtra | null = () => null,
): Promise<IncomingMessage> {
  const response = await post(input);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return response;
  const body = await textOf(response, maxErrorChars).catch(() => "");
  const failure = statusError(status, response.headers, body);
  const extra = status === 400 || status === 422 ? unknownExtra(body) : null;
  throw extra === null ? failure : new UnknownExtra(extra, failure);
}

/** Reads the body as text. @throws CallError `malformed` beyond `maxChars`. */
export async function textOf(response: IncomingMessage, maxChars: number): Promise<string> {
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) {
    text += part;
    if (text.length > maxChars) {
      response.destroy();
      throw new CallError("malformed", "the provider's answer is too long");
    }
  }
  return text;
}

class StaleConnection extends Error {}

function send({ url, headers, body, connectMs, signal, proxy }: PostInput): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const isSecure = url.protocol === "https:";
    const options = {
      method: "POST",
      agent: isSecure ? (agentFor(url, proxy, kept) ?? secure) : plain,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        ...traceHeaders(),
        ...headers,
      },
    };
    const outgoing = isSecure ? secureRequest(url, options) : plainRequest(url, options);
    const abort = () => outgoing.destroy(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
    limitConnecting(outgoing, { connectMs, isSecure });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      reject(
        outgoing.reusedSocket && error.code === "ECONNRESET" ? new StaleConnection("stale", { cause: error }) : error,
      );
    });
    outgoing.on("close", () => signal.removeEventListener("abort", abort));
    outgoing.on("response", resolve);
    outgoing.end(body);
  });
}

function limitConnecting(
  outgoing: ClientRequest,
  { connectMs, isSecure }: { connectMs: number; isSecure: boolean },
): void {
  outgoing.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(
      () =>
        outgoing.destroy(
          new CallError("timeout", `no connection to the provider within ${connectMs} ms`, { retryable: true }),
        ),
      connectMs,
    );
    const stop = () => clearTimeout(timer);
    socket.once(isSecure ? "secureConnect" : "connect", stop);
    socket.once("close", stop);
  });
}
