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
import { looksLikeHtml } from "../readable.ts";
import type { Wire } from "../wire/wire.ts";
import { type GuardedFetchOptions, guardedFetch } from "./guarded-fetch.ts";

/** Most pages of a tool list. */
const maxPages = 20;
/** Longest time to tell a server that a session ends, in ms; no caller waits for it. */
const goodbyeMs = 2_000;

/** An MCP session for one call or one listing. It never carries state from one visitor to another. */
export interface McpSession {
  client: Client;
  /** Runs work against the server. @throws CallFault when it fails; ProtocolError when the server itself rejects the request. */
  run<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** Opens a session with the protocol's handshake. @throws CallFault. */
export async function openSession(url: URL, options: GuardedFetchOptions): Promise<McpSession> {
  const { wire } = options;
  const client = new Client(
    // The client offers none of the optional capabilities: no model, no user input, no files.
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
  // The client's time limit is the wire's limit, not its default of one minute.
  wire.beforeClose = async () => {
    const limit = new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref());
    if (!wire.fault) await Promise.race([transport.terminateSession().catch(() => undefined), limit]);
    await client.close().catch(() => undefined);
  };
  await run(() => client.connect(transport, { timeout: 60_000 }));
  return { client, run };
}

/** Our own code validates responses (`check-arguments.ts`). The client's validator would compile an untrusted schema to code. */
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

/** @returns the error itself when the server sent it. */
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

/** The fault for an error status. It includes the server's text, unless that is an HTML page. */
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
