import {
  Client,
  type JsonSchemaValidator,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { asError } from "../../core/errors.ts";
import { CallFault } from "../faults.ts";
import { looksLikeHtml } from "../result-text.ts";
import type { Wire } from "../wire/wire.ts";
import { type GuardedFetchOptions, guardedFetch } from "./guarded-fetch.ts";

/** Pages of a list of tools. */
const maxPages = 20;
/** How long a server may take to hear that a session is over; nobody waits for it. */
const goodbyeMs = 2_000;

/** An MCP session for one call or one look, and nothing else: no state of a visitor is there when the next one comes. */
export interface McpSession {
  client: Client;
  /** Runs something against the server. @throws CallFault when nothing comes of it; ProtocolError for the server's own refusal. */
  run<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** Opens a session by the protocol's handshake. @throws CallFault. */
export async function openSession(url: URL, options: GuardedFetchOptions): Promise<McpSession> {
  const { wire } = options;
  const client = new Client(
    // Nothing of what a server may ask of a client is offered: no model, no person, no files.
    { name: "parley", version: "1" },
    { capabilities: {}, listMaxPages: maxPages, jsonSchemaValidator: { getValidator: believing } },
  );
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: guardedFetch(options),
    requestInit: { redirect: "error" },
    onInsufficientScope: "throw",
    reconnectionOptions: {
      initialReconnectionDelay: 300,
      maxReconnectionDelay: 2_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
  client.onerror = (error) => {
    if (error.message.startsWith("Maximum reconnection attempts"))
      wire.end(
        new CallFault("broken", "The server's response was interrupted and could not be resumed.", { cause: error }),
      );
  };
  const run = <T>(work: (client: Client) => Promise<T>) => untilEnded(wire, () => work(client));
  // The client's own time limit is the wire's, not the minute that it has otherwise.
  wire.beforeClose = async () => {
    const limit = new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref());
    if (!wire.fault) await Promise.race([transport.terminateSession().catch(() => undefined), limit]);
    await client.close().catch(() => undefined);
  };
  await run(() => client.connect(transport, { timeout: 60_000 }));
  return { client, run };
}

/** Answers are checked by our own reader of schemas (`check-arguments.ts`); the client's would make code of a stranger's schema. */
function believing<T>(): JsonSchemaValidator<T> {
  return (value) => ({ valid: true, data: value as T, errorMessage: undefined }); // its caller does not look at the type
}

async function untilEnded<T>(wire: Wire, work: () => Promise<T>): Promise<T> {
  let onEnd = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    onEnd = () => reject(wire.fault);
    if (wire.signal.aborted) onEnd();
    else wire.signal.addEventListener("abort", onEnd, { once: true });
  });
  try {
    return await Promise.race([work(), ended]);
  } catch (error) {
    throw faultOf(error, wire);
  } finally {
    wire.signal.removeEventListener("abort", onEnd);
    ended.catch(() => undefined);
  }
}

/** @returns the error itself when it is the server's own word. */
function faultOf(error: unknown, wire: Wire): Error {
  if (error instanceof CallFault) return error;
  if (wire.fault) return wire.fault;
  if (error instanceof ProtocolError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CallFault) return cause;
  if (error instanceof SdkHttpError)
    return statusFault(error.status ?? 0, typeof error.data.text === "string" ? error.data.text : "", error);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new CallFault("timeout", "The server did not answer in time.", { cause: error });
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
    return new CallFault("broken", "The connection was lost before the response arrived.", { cause: error });
  return new CallFault("unreadable", unreadable(asError(error)), { cause: error });
}

/** A refusal by status; what the server wrote to it goes along, unless it is a page for people. */
export function statusFault(status: number, text: string, cause?: unknown): CallFault {
  const what = status === 401 || status === 403 ? "rejected the credentials of this connection" : "rejected the call";
  const message = status >= 500 ? `The server failed (status ${status}).` : `The server ${what} (status ${status}).`;
  const said = looksLikeHtml(text) ? "" : text.slice(0, 1_000);
  return new CallFault("status", message, { cause, httpStatus: status, said });
}

function unreadable({ message }: Error): string {
  if (/content type: (?:(?!content type).)*html/i.test(message))
    return "The server responded with a web page. Check the URL.";
  return "The server's response does not follow the protocol.";
}
