import { describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { StreamEvent } from "../../../../protocol/events.ts";
import { message, uuid } from "../../../test/mock-data.ts";
import { seedTickets } from "../../../test/mock-tickets.ts";
import { addEarlier, reduceTicket, startThread, type TicketThread, takeSnapshot } from "./ticket-reduce.ts";

function detail(): TicketDetail {
  const found = seedTickets().get(uuid(42));
  if (!found) throw new Error("no seed");
  return found;
}

type Piece = { type: StreamEvent["type"]; sequence?: number } & Record<string, unknown>;

function applied(thread: TicketThread, ...events: Piece[]): TicketThread {
  return events.reduce((state, event) => {
    const whole = {
      event_id: "e",
      turn_id: "t1",
      created_at: new Date().toISOString(),
      sequence: state.detail.sequence,
      ...event,
    };
    return reduceTicket(state, whole as unknown as StreamEvent);
  }, thread);
}

describe("a ticket's thread", () => {
  it("waits for its visitor after a reply, and for the team after the visitor's next message", () => {
    const { ticket, ...rest } = detail();
    const assignee = { id: "a", name: "Ada" };
    const held = startThread({ ...rest, ticket: { ...ticket, status: "in_progress", assignee } });
    const first = rest.sequence + 1;
    const answered = applied(held, { type: "message", message: message(70, "agent", "Yes.", 0), sequence: first });
    expect(answered.detail.ticket.status).toBe("pending_visitor");
    const asked = { type: "message", message: message(71, "visitor", "And?", 0), sequence: first + 1 } as const;
    expect(applied(answered, asked).detail.ticket.status).toBe("in_progress");
  });

  it("keeps earlier messages that are shown when a snapshot with the newest comes, unless something is missing between", () => {
    const page = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => message(from + index, "visitor", `m${from + index}`, 0));
    const snapshot = (from: number, to: number, sequence: number): TicketDetail => ({
      ...detail(),
      messages: page(from, to),
      earlier_cursor: String(from),
      sequence,
    });
    const said = ({ detail: { messages } }: TicketThread) => messages.map(({ content }) => content);
    const begun = startThread(snapshot(3, 5, 5));
    const earlier = { messages: page(1, 2), earlier_cursor: null };
    expect(addEarlier(begun, earlier, "7")).toBe(begun);
    const shown = addEarlier(begun, earlier, "3");
    const near = takeSnapshot(shown, snapshot(4, 6, 6));
    expect(said(near)).toEqual(["m1", "m2", "m3", "m4", "m5", "m6"]);
    expect(near.detail.earlier_cursor).toBeNull();
    const far = takeSnapshot(shown, snapshot(8, 9, 9));
    expect(said(far)).toEqual(["m8", "m9"]);
    expect(far.detail.earlier_cursor).toBe("8");
  });

  it("gathers the tokens of a turn and drops them when the final message arrives", () => {
    const running = applied(
      startThread(detail()),
      { type: "status", node: "generate", content: "Writing" },
      { type: "token", content: "Hel" },
      { type: "token", content: "lo" },
    );
    expect(running.running).toEqual({ turnId: "t1", status: "Writing", text: "Hello" });
    const done = applied(running, { type: "message", sequence: 5, message: message(70, "assistant", "Hello.", 0) });
    expect(done.running).toBeNull();
    expect(done.detail.messages.at(-1)?.content).toBe("Hello.");
    expect(done.detail.ticket.preview).toBe("Hello.");
  });

  it("starts over when another turn begins", () => {
    const thread = applied(
      startThread(detail()),
      { type: "token", content: "old" },
      { type: "token", content: "new", turn_id: "t2" },
    );
    expect(thread.running?.text).toBe("new");
  });

  it("shows a replayed event once", () => {
    const said = message(71, "visitor", "Anybody?", 0);
    const once = applied(startThread(detail()), { type: "message", sequence: 5, message: said });
    const twice = applied(
      once,
      { type: "message", sequence: 5, message: said },
      { type: "message", sequence: 6, message: said },
    );
    expect(twice.detail.messages.filter((known) => known.id === said.id)).toHaveLength(1);
  });

  it("ignores events the snapshot already holds", () => {
    const thread = startThread(detail());
    expect(applied(thread, { type: "owner", sequence: 3, owner: "assistant", status: "open" })).toBe(thread);
  });

  it("asks for a new snapshot after a gap in the feed", () => {
    expect(applied(startThread(detail()), { type: "cancel", sequence: 5 }).stale).toBe(false);
    expect(applied(startThread(detail()), { type: "cancel", sequence: 7 }).stale).toBe(true);
  });

  it("follows the owner", () => {
    const taken = applied(startThread(detail()), {
      type: "owner",
      sequence: 5,
      owner: "human",
      status: "in_progress",
      agent: { id: "p", name: "Kim" },
    });
    expect(taken.detail.ticket).toMatchObject({
      owner: "human",
      status: "in_progress",
      assignee: { id: "p", name: "Kim" },
    });
    const back = applied(taken, { type: "owner", sequence: 6, owner: "assistant", status: "open" });
    expect(back.detail.ticket).toMatchObject({ owner: "assistant", status: "open", assignee: null });
  });

  it("turns an escalation into a waiting ticket and asks for the draft", () => {
    const thread = applied(startThread(detail()), {
      type: "escalation",
      sequence: 5,
      ticket_number: 1042,
      reason: "no_documents",
      content: "",
    });
    expect(thread.detail.ticket).toMatchObject({ status: "pending_human", escalation_reason: "no_documents" });
    expect(thread.stale).toBe(true);
  });

  it("shows a failed turn until the assistant answers again", () => {
    const failed = applied(
      startThread(detail()),
      { type: "token", content: "x" },
      {
        type: "error",
        sequence: 5,
        code: "model_unavailable",
        message: "The model is down.",
        error_type: "recoverable",
      },
    );
    expect(failed).toMatchObject({ running: null, failure: "The model is down." });
    expect(
      applied(failed, { type: "message", sequence: 6, message: message(72, "assistant", "Back.", 0) }).failure,
    ).toBeNull();
  });

  it("keeps what the feed added when an older snapshot arrives late", () => {
    const newer = applied(startThread(detail()), {
      type: "message",
      sequence: 5,
      message: message(73, "visitor", "new", 0),
    });
    const kept = takeSnapshot(newer, detail());
    expect(kept.detail.messages.at(-1)?.content).toBe("new");
    expect(kept.stale).toBe(true);
  });

  it("takes the next snapshot after a reset, even one with smaller numbers", () => {
    const reset = applied(startThread({ ...detail(), sequence: 99 }), {
      type: "reset",
      sequence: 3,
      reason: "cursor_from_future",
      status: "open",
      owner: "assistant",
    });
    expect(reset).toMatchObject({ running: null, stale: true });
    expect(takeSnapshot(reset, { ...detail(), sequence: 3 })).toMatchObject({ stale: false });
  });

  it("ignores kinds of events it does not know", () => {
    const thread = startThread(detail());
    expect(applied(thread, { type: "future_kind" as StreamEvent["type"], sequence: 9 })).toBe(thread);
  });
});
