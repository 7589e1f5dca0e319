import type { CheckedAnswer, CheckRequest } from "../../../protocol/admin-check.ts";
import type { Ask } from "../api-call.ts";

/** A model may read many passages. */
const aidTimeoutMs = 60_000;

/** The calls that help an agent who answers; they come with the thread. */
export function aidCalls(admin: Ask) {
  const ticket = (id: string) => `/tickets/${encodeURIComponent(id)}`;
  const post = { method: "POST", timeoutMs: aidTimeoutMs } as const;
  return {
    check: (id: string, body: CheckRequest, signal?: AbortSignal) =>
      admin<CheckedAnswer>(`${ticket(id)}/check`, { ...post, body, signal }),
  };
}

export type AidCalls = ReturnType<typeof aidCalls>;
