import { parts } from "../panel/parts.ts";
import { ApiError } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

/** A line that comes back within this time needs no second click. */
const retryAfterMs = [1_000, 3_000, 6_000];

/** What became of an answer: `over` when the server waits for it no more, or for somebody else's. */
export type AnswerOutcome = "taken" | "over" | "failed";

/**
 * Says yes or no to a write. The server takes the same answer as often as it is sent, so a lost line is tried again; the turn that
 * follows is read on as a message's is.
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
      // The session goes on with a token of its own, and says whether anything still waits.
      if (error.status === 401) client.start();
      return error.isRetryable || error.status === 401 ? "failed" : "over";
    }
  }
}

/** Waits, or until the browser is online again. */
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
