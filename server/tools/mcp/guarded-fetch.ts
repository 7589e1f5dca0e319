import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { parseUrl } from "../../core/text/parse-url.ts";
import { CallFault } from "../faults.ts";
import type { Wire } from "../wire/wire.ts";

/** The client may still read the rest of a stream that ended without a response; wait this long, in ms. */
const settleMs = 200;

export interface GuardedFetchOptions {
  wire: Wire;
  /** Sent with every request, before the client's own headers. */
  headers: Record<string, string>;
  /** Called when bytes of a tool call may have been sent, and with the response status. */
  onCallSent?: () => void;
  onCallStatus?: (status: number) => void;
}

/** `fetch` for the MCP client. Every request uses the wire of its call. */
export function guardedFetch({ wire, headers, onCallSent, onCallStatus }: GuardedFetchOptions) {
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) if (!isOwn(name)) sent.set(name, value);
    const method = init.method ?? "GET";
    // No stream is opened for the server's own messages, because nobody reads them. An interrupted stream is resumed.
    if (method === "GET" && !sent.has("last-event-id")) return new Response(null, { status: 405 });
    const body = typeof init.body === "string" ? init.body : undefined;
    const isCall = body?.includes('"tools/call"') ?? false;
    const url = parseUrl(String(address));
    if (!url) throw new CallFault("refused", "The server redirects the call without a URL.");
    const response = await wire.ask({
      url,
      method,
      headers: Object.fromEntries(sent),
      body,
      signal: init.signal ?? undefined,
      ...(isCall && onCallSent ? { onSent: onCallSent } : {}),
    });
    const status = response.statusCode ?? 0;
    if (isCall) onCallStatus?.(status);
    return toResponse(response, { wire, status, endsCall: isCall || method === "GET" });
  };
}

/** Headers of the protocol itself, which a connection's headers cannot change. */
function isOwn(name: string): boolean {
  return /^(?:accept|content-type|last-event-id|mcp-.*)$/i.test(name);
}

function toResponse(
  response: IncomingMessage,
  { wire, status, endsCall }: { wire: Wire; status: number; endsCall: boolean },
): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) if (typeof value === "string") headers.set(name, value);
  if (status < 200 || status > 599 || [204, 205, 304].includes(status)) {
    response.resume();
    return new Response(null, { status: status === 204 || status === 205 ? status : 502, headers });
  }
  const isStream = headers.get("content-type")?.includes("text/event-stream") ?? false;
  const pieces = readToEnd(response, { wire, watch: endsCall && isStream });
  // Both types are web streams; Node's types use a separate declaration.
  const body = Readable.toWeb(Readable.from(pieces)) as unknown as ReadableStream<Uint8Array>;
  return new Response(body, { status, headers });
}

async function* readToEnd(response: IncomingMessage, { wire, watch }: { wire: Wire; watch: boolean }) {
  let hasIds = false;
  for await (const piece of wire.read(response)) {
    hasIds ||= watch && /(?:^|\n)id:/.test(piece.toString("latin1"));
    yield piece;
  }
  // A stream without ids cannot be resumed, so after this wait it has failed.
  if (watch && !hasIds)
    setTimeout(
      () => wire.end(new CallFault("broken", "The server ended the response without a result.")),
      settleMs,
    ).unref();
}
