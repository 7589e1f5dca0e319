/** A server's unprocessed response to a call. */
export interface ServerAnswer {
  /** Outcome according to the server. */
  outcome: "completed" | "failed" | "conflict";
  /** Response text, not cleaned yet. */
  text: string;
  /** Parsed response for templates, when it is data. */
  value: unknown;
  httpStatus: number | null;
}

/** A call, whatever protocol the server uses. */
export interface CallOrder {
  toolName: string;
  arguments: Record<string, unknown>;
  /** Id of the call; for a write it is sent as the idempotency key. */
  callId: string;
  isWrite: boolean;
  /** Called when bytes may have been sent. */
  onSent(): void;
}
