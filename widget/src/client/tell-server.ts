import type { ViewState } from "../view/state.ts";
import type { ChatClient } from "./chat-client.ts";
import { newestMessage } from "./kept.ts";

/** Says where the visitor can be reached. Rejects with `ApiError`. */
export async function leaveContact(client: Pick<ChatClient, "access">, email: string): Promise<void> {
  const { api, token } = client.access;
  await api.post("contact", { token, body: { email } });
}

/** Tells the server how far a ticket was on the screen, once for each answer: other devices of the visitor ask there what is unread. */
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
