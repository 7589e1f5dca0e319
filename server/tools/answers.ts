/** What a server answered to a call, before anybody else may have it. */
export interface ServerAnswer {
  /** Its own word of how it went. */
  outcome: "completed" | "failed" | "conflict";
  /** As text, not yet cleaned. */
  text: string;
  /** As a value where it is one: what templates read. */
  value: unknown;
  httpStatus: number | null;
}

/** How an action is asked for, whatever the server speaks. */
export interface CallOrder {
  toolName: string;
  arguments: Record<string, unknown>;
  /** The idempotency key; of a write it goes along. */
  callId: string;
  isWrite: boolean;
  /** Told when bytes may have left. */
  onSent(): void;
}
