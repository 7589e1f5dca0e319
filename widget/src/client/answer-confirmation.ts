import { parts } from "../panel/parts.ts";
import { ApiError } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

/** Retry delays in ms. When the connection returns within this time, the visitor need not click again. */
const retryAfterMs = [1_000, 3_000, 6_000];

/** Result of an answer. `over`: the server no longer waits for it, or waits for somebody else's answer. */
export type AnswerOutcome = "taken" | "over" | "failed";

/**
 * Approves or declines a write. The server accepts the same answer any number of times, so it is sent again after a connection loss. The
 * events of the turn that follows are read, as for a message.
 */
export async function answerConfirmation(
  client: Pick<ChatClient, "access" | "start">,
  id: string,
  approved: boolean,
): Promise<AnswerOutcome> {
  const { post } = await parts.stream.load();
  for (let attempt = 0; ; attempt += 1) {
    try {
      await post(`confirmations/${encodeURIComponent(id)}`, client.access, { approved });
      return "taken";
    } catch (error) {
      if (!(error instanceof ApiError)) return "failed";
      const waitMs = error.status === 0 ? retryAfterMs[attempt] : undefined;
      if (waitMs !== undefined) {
        await lineBack(waitMs);
        continue;
      }
      // The session restarts with a new token, and its response shows whether a confirmation is still pending.
      if (error.status === 401) client.start();
      return error.isRetryable || error.status === 401 ? "failed" : "over";
    }
  }
}

/** Waits for the given time, or until the browser is online again. */
function lineBack(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    addEventListener("online", done);
  });
}
