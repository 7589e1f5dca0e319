import type { ErrorBody } from "../../../protocol/errors.ts";
import type { Method } from "../../../protocol/route.ts";
import type { chatRoutes } from "../../../protocol/routes/chat.ts";
import type { visitorConfirmationRoutes } from "../../../protocol/routes/confirmations.ts";
import type { visitorMemoryRoutes } from "../../../protocol/routes/memories.ts";
import type { visitorAnswerRoutes } from "../../../protocol/routes/visitor-answers.ts";
import type { visitorTicketRoutes } from "../../../protocol/routes/visitor-tickets.ts";

type ChatRoutes = typeof chatRoutes &
  typeof visitorTicketRoutes &
  typeof visitorMemoryRoutes &
  typeof visitorAnswerRoutes &
  typeof visitorConfirmationRoutes;

type Filled<Path extends string> = Path extends `${infer Before}:${infer Rest}`
  ? `${Before}${string}${Rest extends `${string}/${infer After}` ? `/${Filled<After>}` : ""}`
  : Path;

type PathOf<At extends string, M extends Method> = At extends `${M} /${infer Path}` ? Filled<Path> : never;

/** A path of the declared chat routes with this method. Only a type: importing a declaration would include all its schemas. */
export type ChatPath<M extends Method> = PathOf<ChatRoutes[keyof ChatRoutes]["at"], M>;

/** An error response, or no response at all (`network`). */
export class ApiError extends Error {
  readonly code: ErrorBody["error"]["code"] | "network";
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiError["code"], status: number, retryAfterSeconds?: number) {
    super(code);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same request may work later. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export interface Call {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends requests to one server. Never sends or stores cookies. */
export class Api {
  readonly base: string;
  /** The page may have replaced its `fetch`; one that fails is exchanged. */
  fetch: typeof fetch = (...call) => fetch(...call);

  constructor(origin: string) {
    this.base = `${origin.replace(/(?<!\/)\/+$/, "")}/api/v1/chat`;
  }

  /** Posts JSON. Resolves when the response headers have arrived. */
  post(path: ChatPath<"POST">, call: Call): Promise<Response> {
    return this.send(path, { ...call, headers: { "Content-Type": "application/json", ...call.headers } }, "POST");
  }

  /** Reads a resource. */
  get(path: ChatPath<"GET"> | `${ChatPath<"GET">}?${string}`, call: Call): Promise<Response> {
    return this.send(path, call, "GET");
  }

  /** Sends a request with any method. The caller sets a content type in `headers`. */
  async send(path: string, { token, body, headers, signal }: Call, method: Method): Promise<Response> {
    const response = await this.#fetch(`${this.base}/${path}`, {
      method,
      headers: { ...headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ?? null,
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    // A network with a sign-in page responds in place of the server, which itself never sends HTML.
    if (response.headers.get("Content-Type")?.startsWith("text/html")) throw new ApiError("network", 0);
    if (response.ok) return response;
    throw await toError(response);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiError("network", 0);
    }
  }
}

async function toError(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get("Retry-After"));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  return new ApiError(codeOf(await response.text().catch(() => "")), response.status, retryAfter);
}

/** The error code in a response body. */
export function codeOf(text: string): ApiError["code"] {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody>;
    return typeof body.error?.code === "string" ? body.error.code : "internal";
  } catch {
    return "internal";
  }
}
