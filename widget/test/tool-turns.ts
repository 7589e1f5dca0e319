import type { Confirmation, ToolActivity } from "../../protocol/tools.ts";
import type { Turn } from "./mock-server.ts";
import { citation, grade, MockTicket } from "./mock-ticket.ts";

/** What a call did. */
export function activity(more: Partial<ToolActivity> = {}): ToolActivity {
  return {
    tool_call_id: "0198c0de-0000-7000-8000-0000000000a1",
    title: "Look up an order",
    connection: "Orders",
    kind: "read",
    status: "completed",
    content: "Order 4711: packed, leaves tomorrow",
    at: MockTicket.now().toISOString(),
    ...more,
  };
}

/** A write that waits for a yes. */
export function confirmation(more: Partial<Confirmation> = {}): Confirmation {
  return {
    confirmation_id: "0198c0de-0000-7000-8000-0000000000c1",
    action: "Move a booking",
    connection: "Bookings",
    description: "Move your table for two to Friday, 6 March, at 19:30.",
    arguments: { booking: "B-204", date: "2026-03-06", time: "19:30" },
    fields: [
      { name: "booking", label: "Booking", value: "B-204" },
      { name: "date", label: "New date", value: "2026-03-06" },
      { name: "time", label: "New time", value: "19:30" },
    ],
    waits_for: "visitor",
    expires_at: new Date(MockTicket.now().getTime() + 10 * 60_000).toISOString(),
    ...more,
  };
}

/** Begins a read and leaves it open. */
export function beginRead(ticket: MockTicket, turnId: string, call: ToolActivity = activity()): void {
  const { tool_call_id, title, connection } = call;
  ticket.append("status", { node: "act", content: `${title} · ${connection}` }, turnId);
  ticket.append("tool_call_start", { tool_call_id, name: "get", title, connection }, turnId);
}

/** Ends a call. */
export function endCall(ticket: MockTicket, turnId: string, call: ToolActivity): void {
  const { tool_call_id, content } = call;
  ticket.append(
    "tool_result",
    { tool_call_id, content, is_error: call.status !== "completed", activity: call },
    turnId,
  );
}

/** An answer that cites what a tool said. */
export function readTurn(call: ToolActivity = activity(), text = "Your order leaves tomorrow [1]."): Turn {
  return (ticket, { turnId }) => {
    beginRead(ticket, turnId, call);
    endCall(ticket, turnId, call);
    const cited = citation(1, {
      document_id: undefined,
      url: undefined,
      heading: undefined,
      title: call.connection,
      quote: call.content.slice(0, 300),
      tool_call_id: call.tool_call_id,
    });
    ticket.say("assistant", text, { citations: [cited], grade: grade("high"), tools: [call] }, turnId);
    ticket.append("end", {}, turnId);
  };
}

/** Asks before a write. */
export function confirmTurn(asked: () => Confirmation = confirmation, shall = "Shall I do this?"): Turn {
  return (ticket, { turnId }) => {
    const write = asked();
    ticket.pending = { type: "confirmation", ...write };
    ticket.say("assistant", `${write.description}\n\n${shall}`, {}, turnId);
    ticket.append("confirmation_required", write, turnId);
    ticket.append("end", {}, turnId);
  };
}

/** What the server does with an answer: the write is done, or not, and the assistant says so. */
export function settle(
  ticket: MockTicket,
  write: Confirmation,
  outcome: "approved" | "declined" | "expired" | "withdrawn",
) {
  ticket.pending = null;
  const by = outcome === "approved" || outcome === "declined" ? "visitor" : "system";
  ticket.append("confirmation_response", {
    confirmation_id: write.confirmation_id,
    approved: outcome === "approved",
    outcome,
    by,
  });
}

/** The activity of a write. */
export function writeActivity(write: Confirmation, more: Partial<ToolActivity> = {}): ToolActivity {
  return activity({
    tool_call_id: write.confirmation_id,
    title: write.action,
    connection: write.connection,
    kind: "write",
    content: "Booking B-204: Friday, 6 March, 19:30",
    ...more,
  });
}
