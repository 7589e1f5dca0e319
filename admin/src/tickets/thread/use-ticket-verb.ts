import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";

/** Changes who has the open ticket, or resolves it without a reply, and announces what can be undone. */
export function useTicketVerb(
  detail: TicketDetail,
): (verb: "take" | "takeOver" | "handBack" | "resolveSilently") => Promise<void> {
  const { ticket: store, inbox, toasts, done, decided } = useWorkspace();
  const { number, id } = detail.ticket;
  return async (verb) => {
    const problem = await store.act(verb);
    if (problem) return toasts.fail(problem);
    inbox.changed(id);
    const state = store.state.peek();
    const now = state.type === "ready" ? state.thread.detail : detail;
    if (verb === "handBack") decided(now, `Returned #${number} to the AI`);
    if (verb !== "resolveSilently") return;
    decided(now, `Resolved #${number}`);
    done.value = id;
  };
}
