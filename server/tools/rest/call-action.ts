import type { IncomingMessage } from "node:http";
import type { RestRequest } from "../../../protocol/admin-tools.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import type { CallOrder, ServerAnswer } from "../answers.ts";
import { CallFault } from "../faults.ts";
import { isConflict } from "../mcp/call-tool.ts";
import { statusFault } from "../mcp/session.ts";
import { looksLikeHtml, parseJson } from "../readable.ts";
import type { Wire } from "../wire/wire.ts";

/** `{{argument}}`, and nothing else within the braces. */
const place = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;
const wholePlace = /^\{\{\s*([\w.-]{1,100})\s*\}\}$/;
/** Headers that only the transport and Parley set. */
const reservedHeaders =
  /^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|idempotency-key|parley-.*|proxy-.*)$/i;

export interface FilledRequest {
  url: URL;
  method: RestRequest["method"];
  headers: Record<string, string>;
  /** JSON text; undefined without a body. */
  body: string | undefined;
}

/**
 * Builds an action's request. Each argument is encoded for its position: one path segment, one query value, or one JSON value.
 * @throws CallFault `refused` when an argument is not allowed there: an empty or dotted path segment, a line break in a header.
 */
function fillRequest(base: URL, request: RestRequest, given: Record<string, unknown>): FilledRequest {
  const url = parseUrl(`${base.origin}${base.pathname.replace(/\/$/, "")}${fillPath(request.path, given)}`);
  if (url?.origin !== base.origin) throw refused("The action's URL points to another host.");
  for (const [name, value] of new URLSearchParams(base.search)) url.searchParams.append(name, value);
  for (const [name, template] of Object.entries(request.query)) {
    const value = fillText(template, given);
    if (value !== undefined) url.searchParams.append(name, value);
  }
  const body = request.body === null || request.method === "GET" ? undefined : fillJson(request.body, given);
  return {
    url,
    method: request.method,
    headers: {
      ...fillHeaders(request.headers, given),
      accept: "application/json, text/plain;q=0.5",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Names of all arguments in a request's placeholders. */
export function placesOf(request: RestRequest): string[] {
  const texts = [request.path, ...Object.values(request.query), ...Object.values(request.headers)];
  const all = [...texts, JSON.stringify(request.body ?? null)].flatMap((text) => [...text.matchAll(place)]);
  return [...new Set(all.map(([, name = ""]) => name))];
}

/** The first problem of a declared request, in words. */
export function flawOf(request: RestRequest): string | undefined {
  const reserved = Object.keys(request.headers).find((name) => reservedHeaders.test(name));
  if (reserved) return `The header ${reserved} cannot be set.`;
  if (/[\s\\#?]|(?:^|\/)\.{1,2}(?:\/|$)/.test(request.path))
    return "The path must not contain spaces, backslashes, `?`, `#` or dot segments. Use the query field for a query.";
  if (request.method === "GET" && request.body !== null) return "A GET request cannot have a body.";
  return undefined;
}

function fillPath(template: string, given: Record<string, unknown>): string {
  const filled = template.replace(place, (_whole, name: string) => {
    const value = plainOf(given[name], name);
    if (value === undefined || value === "") throw refused(`The argument ${name} is missing. The URL needs it.`);
    return encodeURIComponent(value);
  });
  if (filled.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw refused("An argument would change the URL's host or path.");
  return filled;
}

/** Undefined when the text is a single placeholder whose argument is missing. */
function fillText(template: string, given: Record<string, unknown>): string | undefined {
  const [, whole] = wholePlace.exec(template) ?? [];
  if (whole !== undefined && given[whole] === undefined) return undefined;
  return template.replace(place, (_whole, name: string) => plainOf(given[name], name) ?? "");
}

function fillHeaders(headers: RestRequest["headers"], given: Record<string, unknown>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers)) {
    const value = fillText(template, given);
    if (value === undefined) continue;
    if (!/^[\x20-\x7e]*$/.test(value)) throw refused(`An argument is not allowed in the header ${name}.`);
    filled[name.toLowerCase()] = value;
  }
  return filled;
}

/** A placeholder that is the whole text keeps the argument's type. When the argument is missing, its field is left out. */
function fillJson(template: unknown, given: Record<string, unknown>): unknown {
  if (typeof template === "string") {
    const [, whole] = wholePlace.exec(template) ?? [];
    return whole === undefined ? fillText(template, given) : given[whole];
  }
  if (Array.isArray(template)) return template.map((one) => fillJson(one, given)).filter((one) => one !== undefined);
  if (typeof template !== "object" || template === null) return template;
  const filled = Object.entries(template).map(([key, value]) => [key, fillJson(value, given)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function plainOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object")
    throw refused(`The argument ${name} is not a simple value and cannot be used in a URL.`);
  return String(value);
}

function refused(message: string): CallFault {
  return new CallFault("refused", message);
}

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
