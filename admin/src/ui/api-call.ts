import type { Route, RouteInput, RouteOutput } from "../../../protocol/route.ts";

/** Options of a call, besides its input. */
export interface CallOptions {
  /** Sent in place of a JSON body; the browser sets its type and boundary. */
  form?: FormData;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Sent even when the user leaves the page. */
  keepalive?: boolean;
}

type CallArguments<R extends Route> =
  Record<never, never> extends RouteInput<R>
    ? [input?: RouteInput<R>, options?: CallOptions]
    : [input: RouteInput<R>, options?: CallOptions];

/** Calls a declared route. @throws ApiError when the server rejects the call or does not answer. */
export type CallRoute = <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<RouteOutput<R>>;

/** The URL of a route with its path parameters and query filled in. */
export function urlOf({ path }: Pick<Route, "path">, input: object): string {
  const given: Record<string, unknown> = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  return filled + queryString({ ...(given["query"] as Parameters<typeof queryString>[0] | undefined) }); // of a query schema: flat values
}

/** An error of a request to the server. `status` 0 means that no response arrived. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    options: { status: number; code: string; retryAfterSeconds?: number | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.code = options.code;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

const sentences: Record<string, string> = {
  network: "The server can't be reached. Check your connection and try again.",
  timeout: "The server took too long to answer. Try again.",
  unauthorized: "Your session has ended. Sign in again.",
  forbidden: "Your role does not allow this.",
  origin_not_allowed: "The console only works at its configured address. Open it there.",
  tenant_changed: "You switched workspaces. Reload this page.",
  tenant_suspended: "This workspace is suspended. Ask the operator of this installation.",
  not_found: "This no longer exists.",
  ticket_closed: "This ticket is closed. You can't send messages in it.",
  already_resolved: "This ticket is already resolved.",
  message_conflict: "This message was already sent with a different text.",
  payload_too_large: "This is too large to send.",
  attachment_limit: "Today's file limit is reached. Admins can change it in the settings.",
  rate_limited: "Too many requests.",
  overloaded: "The server is busy. Try again in a moment.",
  unavailable: "The server is not available right now. Try again in a moment.",
  internal: "Something went wrong on the server. Try again.",
};

/** An error message for users; the server's message where it is more specific. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong. Try again.";
  const sentence = sentences[error.code] ?? (error.status >= 500 ? sentences["internal"] : undefined);
  if (error.code === "rate_limited" && error.retryAfterSeconds !== null) {
    return `Too many requests. Try again in ${error.retryAfterSeconds} s.`;
  }
  return sentence ?? (error.message || "The server refused this.");
}

/** `?a=1&b=2` or an empty text; empty values are omitted. */
export function queryString(query: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== "") params.set(key, String(value));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
