import type { ViewState } from "../view/state.ts";
import type { ChatClient } from "./chat-client.ts";
import { newestMessage } from "./kept.ts";

/** Sends an e-mail address where the team can reach the visitor. Rejects with `ApiError`. */
export async function leaveContact(client: Pick<ChatClient, "access">, email: string): Promise<void> {
  const { api, token } = client.access;
  await api.post("contact", { token, body: { email } });
}

/**
 * Reports the newest answer that was on the screen to the server, once for each answer: the visitor's other devices load their unread state
 * from there.
 */
export function reportSeen(tell: (sequence: number) => void): (state: ViewState) => void {
  let ticketId: string | undefined;
  let told = 0;
  return (state) => {
    if (!state.shown || state.phase.type !== "ready" || state.screens.length > 0) return;
    if (state.ticket?.id !== ticketId) told = 0;
    ticketId = state.ticket?.id;
    const newest = newestMessage(state);
    if (!newest || newest.role === "visitor" || newest.order <= told) return;
    told = newest.order;
    tell(told);
  };
}
