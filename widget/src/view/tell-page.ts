import type { NotifyHostPage } from "../panel/contract.ts";
import type { TimelineItem, ViewState } from "./state.ts";

/** Prefix of the page's own title while something is unread. */
export const titleMark = { text: "" };

/** Compares each view with the previous one and reports changes to the host page. */
export function notifyHostPage(first: ViewState, tell: NotifyHostPage): (state: ViewState) => void {
  let before = first;
  return (state) => {
    const previous = before;
    before = state;
    if (state.theme && state.theme !== previous.theme) tell("theme", state.theme);
    // Items from the handshake are not new.
    if (state.items === previous.items || previous.phase.type !== "ready" || state.phase.type !== "ready") return;
    const known = new Set(previous.items.map(nameOf));
    for (const item of state.items) if (!known.has(nameOf(item))) tellItem(item, tell);
  };
}

/** A streamed text counts as new again when it is stored. */
function nameOf(item: TimelineItem): string {
  return item.kind === "message" ? `${item.id}:${item.state}` : item.key;
}

function tellItem(item: TimelineItem, tell: NotifyHostPage): void {
  if (item.kind === "escalation") tell("escalation", { ticket_number: item.ticketNumber });
  if (item.kind === "message" && item.state === "settled" && item.role !== "visitor") {
    tell("message", { id: item.id, role: item.role });
  }
}
