import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryResponse, InitResponse } from "../../../protocol/requests.ts";
import type { Connection, SendFailure } from "./state.ts";

/** Everything that can change the view. */
export type ViewAction =
  | { type: "idle" }
  | { type: "starting" }
  | { type: "started"; answer: InitResponse; at: string; continued: boolean }
  | { type: "resynced"; history: HistoryResponse; at: string }
  | { type: "start_failed"; code: string; retryable: boolean }
  | { type: "composed"; id: string; content: string; at: string }
  | { type: "delivery"; id: string; state: "sending" | "queued" }
  | { type: "send_failed"; id: string; failure: SendFailure }
  | { type: "event"; event: StreamEvent; cursor: string | undefined }
  | { type: "connection"; connection: Connection }
  | { type: "shown"; shown: boolean }
  | { type: "typing_over" }
  | { type: "stopping" }
  | { type: "chosen"; choice: string | null }
  | { type: "choice_failed"; isOver: boolean }
  | { type: "rated"; id: string; rating: "up" | "down" }
  | { type: "reset"; expired: boolean; at: string };
