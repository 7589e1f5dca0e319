/**
 * Why a call has no usable result. `refused`: nothing was sent, and nothing may be; `unreachable`: nothing was sent; `timeout`, `broken`:
 * no response, or only part of one; `status`: the server returned an error status; `unreadable`: the response cannot be parsed;
 * `cancelled`: the caller cancelled it.
 */
export type FaultKind =
  | "refused"
  | "unreachable"
  | "timeout"
  | "broken"
  | "status"
  | "unreadable"
  | "cancelled"
  | "busy";

/** A failed call, with a message for the admins of the connection. The message never contains text from the server. */
export class CallFault extends Error {
  readonly kind: FaultKind;
  readonly httpStatus: number | null;
  /** The server's error text, when it helps the model: shortened, not cleaned yet. */
  readonly said: string;

  constructor(
    kind: FaultKind,
    message: string,
    options: { cause?: unknown; httpStatus?: number | null; said?: string } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "CallFault";
    this.kind = kind;
    this.httpStatus = options.httpStatus ?? null;
    this.said = options.said ?? "";
  }
}

/** Statuses of a gateway that got no response from the server behind it. */
const silentGateway = new Set([502, 504, 520, 522, 524]);

/** The server is unavailable or overloaded, so a read may be retried. */
export function isPassingStatus(status: number): boolean {
  return status === 429 || status === 503 || silentGateway.has(status);
}

/**
 * After a server error, or a redirect to a result page, the write may have happened. Other error statuses mean that it did not; 307 and 308
 * mean that it is done at another address.
 */
function mayHaveHappened(status: number): boolean {
  return status >= 500 || (status >= 301 && status <= 303);
}

/** True when a sent write may have happened despite the fault. */
export function leavesUnknown(fault: CallFault): boolean {
  switch (fault.kind) {
    case "timeout":
    case "broken":
    case "unreadable":
    case "cancelled":
      return true;
    case "status":
      return mayHaveHappened(fault.httpStatus ?? 0);
    case "refused":
    case "unreachable":
    case "busy":
      return false;
    default: {
      const never: never = fault.kind;
      throw new Error(`unknown fault: ${String(never)}`);
    }
  }
}
