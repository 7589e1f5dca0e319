import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { parseUrl } from "../../core/text/parse-url.ts";
import { CallFault } from "../faults.ts";
import type { Wire } from "../wire/wire.ts";

/** A stream that ended without the answer may still be read to its end by the client. */
const settleMs = 200;

export interface GuardedFetchOptions {
  wire: Wire;
  /** Sent with every request, before what the client sets itself. */
  headers: Record<string, string>;
  /** Told when bytes of a call of a tool may have left, and what status it was answered with. */
  onCallSent?: () => void;
  onCallStatus?: (status: number) => void;
}

/** `fetch` for the MCP client: everything it asks goes through the wire of its call. */
export function guardedFetch({ wire, headers, onCallSent, onCallStatus }: GuardedFetchOptions) {
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) if (!isOwn(name)) sent.set(name, value);
    const method = init.method ?? "GET";
    // A stream for what a server tells by itself is not opened: nobody would hear it. One that broke off is gone on with.
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

/** What the protocol itself decides; a connection's own headers do not change it. */
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
  // Both are the web's streams; Node's types have their own name for it.
  const body = Readable.toWeb(Readable.from(pieces)) as unknown as ReadableStream<Uint8Array>;
  return new Response(body, { status, headers });
}

async function* readToEnd(response: IncomingMessage, { wire, watch }: { wire: Wire; watch: boolean }) {
  let hasIds = false;
  for await (const piece of wire.read(response)) {
    hasIds ||= watch && /(?:^|\n)id:/.test(piece.toString("latin1"));
    yield piece;
  }
  // A stream without ids cannot be gone on with: what has not come by now does not come.
  if (watch && !hasIds)
    setTimeout(
      () => wire.end(new CallFault("broken", "The server ended the response without a result.")),
      settleMs,
    ).unref();
}
