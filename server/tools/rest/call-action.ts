import type { IncomingMessage } from "node:http";
import type { RestRequest } from "../../../protocol/admin-tools.ts";
import type { CallOrder, ServerAnswer } from "../answers.ts";
import { CallFault } from "../faults.ts";
import { isConflict } from "../mcp/call-tool.ts";
import { statusFault } from "../mcp/session.ts";
import { looksLikeHtml, parseJson } from "../result-text.ts";
import type { Wire } from "../wire/wire.ts";
import { fillRequest } from "./fill-request.ts";

/** Makes one REST request as the tenant declared it. @throws CallFault when there is no readable response. */
export async function callRestAction(
  base: URL,
  {
    wire,
    headers,
    request,
    order,
  }: { wire: Wire; headers: Record<string, string>; request: RestRequest; order: CallOrder },
): Promise<ServerAnswer> {
  const filled = fillRequest(base, request, order.arguments);
  const response = await wire.ask({
    url: filled.url,
    method: filled.method,
    headers: {
      ...filled.headers,
      // The connection's headers win, so that an action's header cannot replace its credentials.
      ...headers,
      ...(order.isWrite ? { "idempotency-key": order.callId } : {}),
    },
    body: filled.body,
    onSent: order.onSent,
  });
  const status = response.statusCode ?? 0;
  const text = await readText(response, wire);
  if (isConflict(status))
    return { outcome: "conflict", text: looksLikeHtml(text) ? "" : text, value: parseJson(text), httpStatus: status };
  if (status < 200 || status > 299) throw statusFault(status, text);
  return answerOf(response, text);
}

function answerOf(response: IncomingMessage, text: string): ServerAnswer {
  const type = response.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  const httpStatus = response.statusCode ?? null;
  if (type.includes("html") || looksLikeHtml(text))
    throw new CallFault("unreadable", "The server responded with a web page instead of data.", { httpStatus });
  if (/^(?:image|audio|video|font)\/|octet-stream|^application\/(?:pdf|zip)/.test(type))
    throw new CallFault("unreadable", `The server responded with a file (${type.slice(0, 60)}) instead of data.`, {
      httpStatus,
    });
  const value = parseJson(text);
  if (type.includes("json") && value === undefined && text.trim() !== "")
    throw new CallFault("unreadable", "The server's response is not valid JSON.", { httpStatus });
  return { outcome: "completed", text: text.trim() === "" ? "Done." : text, value, httpStatus };
}

async function readText(response: IncomingMessage, wire: Wire): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of wire.read(response)) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8").replaceAll("\0", "");
}
