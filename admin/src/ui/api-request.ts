import type { Route } from "../../../protocol/route.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import type { FeedOptions } from "../../../ui/feed/follow-feed.ts";
import { ApiError, type CallOptions, type CallRoute, urlOf } from "./api-call.ts";

const requestTimeoutMs = 20_000;

export interface ApiOptions {
  fetch?: typeof fetch;
  /** Called when the server rejects a call because the session ended. */
  onUnauthorized?: () => void;
  /** Called when the session now belongs to another tenant than this page. */
  onTenantChanged?: () => void;
  /** Called when the operator has suspended the tenant. */
  onSuspended?: () => void;
}

/** The tenant that this page was opened for. Every request contains it, so that a switch in another tab never mixes two tenants. */
export interface Place {
  tenant: string | null;
}

/** Resume position of a stream, whether it is polled, and its abort signal. */
export type FeedAsked = Parameters<FeedOptions["open"]>;

/** Calls every declared route. A rejected sign-in request ends no session and belongs to no tenant. */
export function createCall(options: ApiOptions, place: Place): CallRoute {
  const call = (route: Route, input: { body?: unknown } = {}, how: CallOptions = {}) => {
    const isSignIn = route.path.startsWith("/api/v1/auth/");
    return request(isSignIn ? { fetch: options.fetch } : options, urlOf(route, input), {
      method: route.method,
      // A POST without a body sends an empty object.
      body: input.body ?? (route.method === "POST" ? {} : undefined),
      tenant: isSignIn ? null : place.tenant,
      ...how,
    });
  };
  return call as CallRoute; // whose types say of each route what it takes and gives
}

interface Call extends CallOptions, Partial<Place> {
  method?: Route["method"];
  body?: unknown;
}

export async function request<T>(options: ApiOptions, path: string, call: Call): Promise<T> {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? requestTimeoutMs);
  const sendsJson = call.method !== undefined && call.method !== "GET" && call.form === undefined;
  const response = await send(options, path, {
    method: call.method ?? "GET",
    headers: {
      accept: "application/json",
      ...(sendsJson ? { "content-type": "application/json" } : {}),
      ...placeHeader(call.tenant),
    },
    body: call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    keepalive: call.keepalive,
    signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
  });
  const text = await response.text();
  // The server and this page are built from the same schemas, so the response is not validated again.
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** An event stream; in polling mode it ends after the existing events. */
export function openStream(
  options: ApiOptions,
  path: string,
  { asked: [after, polls, signal], tenant }: { asked: FeedAsked } & Place,
): Promise<Response> {
  const headers: Record<string, string> = { accept: "text/event-stream", ...placeHeader(tenant) };
  if (after !== undefined) headers["last-event-id"] = after;
  return send(options, polls ? `${path}?until=now` : path, { headers, signal, cache: "no-store" });
}

async function send(options: ApiOptions, path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await (options.fetch ?? globalThis.fetch)(path, { credentials: "same-origin", ...init });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    const code = cause instanceof DOMException && cause.name === "TimeoutError" ? "timeout" : "network";
    throw new ApiError(`${init.method ?? "GET"} ${path} got no answer`, { status: 0, code, cause });
  }
  if (response.ok) return response;
  const error = await refusal(response);
  // A wrong password also returns 401, but does not end a session.
  if (error.code === "unauthorized" || error.code === "http_401") options.onUnauthorized?.();
  if (error.code === "tenant_changed") options.onTenantChanged?.();
  if (error.code === "tenant_suspended") options.onSuspended?.();
  throw error;
}

function placeHeader(tenant: string | null | undefined): Record<string, string> {
  return tenant ? { "x-console-tenant": tenant } : {};
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const outer = isRecord(body) ? body : {};
  const error = isRecord(outer["error"]) ? outer["error"] : outer;
  const retryAfter = Number(response.headers.get("retry-after") ?? response.headers.get("x-retry-after") ?? Number.NaN);
  return new ApiError(typeof error["message"] === "string" ? error["message"] : response.statusText, {
    status: response.status,
    code:
      response.status === 429
        ? "rate_limited"
        : typeof error["code"] === "string"
          ? error["code"]
          : `http_${response.status}`,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}
