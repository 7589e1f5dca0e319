/**
 * Why a call brought nothing that can be used.
 * `refused`: nothing was sent, and nothing may be; `unreachable`: nothing was sent; `timeout`, `broken`: no answer, or half of one;
 * `status`: the server said no; `unreadable`: an answer that is none; `cancelled`: whoever asked does not want it any more.
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

/** What went wrong with a call, in words for whoever looks after the connection; never with what a server wrote. */
export class CallFault extends Error {
  readonly kind: FaultKind;
  readonly httpStatus: number | null;
  /** What the server said to it, where that is of use to the model: bounded, not yet cleaned. */
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

/** Answers of a gateway that did not hear from the server behind it. */
const silentGateway = new Set([502, 504, 520, 522, 524]);

/** The server was not able to, or has too much to do: a read may be tried again. */
export function isPassingStatus(status: number): boolean {
  return status === 429 || status === 503 || silentGateway.has(status);
}

/** A server that fails, or sends to a page about what was done, may have done it. A refusal says that it did not; 307 and 308 that it is done elsewhere. */
function mayHaveHappened(status: number): boolean {
  return status >= 500 || (status >= 301 && status <= 303);
}

/** True when a write that was sent may have happened all the same. */
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
