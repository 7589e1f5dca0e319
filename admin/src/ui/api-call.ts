/** One call to the server, besides its address. */
export interface Call {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  /** Instead of a JSON body; the browser names its type and boundary. */
  form?: FormData;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Goes out also when the page is left. */
  keepalive?: boolean;
}

/** Asks below one part of the API; every refusal is an `ApiError`. */
export type Ask = <T>(path: string, call?: Call) => Promise<T>;
