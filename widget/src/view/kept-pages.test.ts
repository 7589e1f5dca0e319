import { describe, expect, it } from "vitest";
import type { Message } from "../../../protocol/messages.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import { reduce } from "./reduce.ts";
import { resynced } from "./resync.ts";
import { initialState, type MessageItem, type ViewState } from "./state.ts";

const at = "2026-03-01T10:00:00.000Z";

function message(id: string, role: Message["role"] = "assistant"): Message {
  return { id, role, content: id, citations: [], grade: null, cached: false, usage: null, created_at: at };
}

function item(id: string, more: Partial<MessageItem> = {}): MessageItem {
  const base = { kind: "message", key: id, id, turnId: null, role: "visitor", content: id, citations: [] } as const;
  return { ...base, grade: null, agent: null, createdAt: at, order: 1, state: "settled", ...more };
}

function started(before: ViewState, messages: Message[], seen?: string): ViewState {
  const answer: InitResponse = {
    token: "t",
    expires_at: at,
    ticket: { id: "k", number: 1, status: "open", owner: "assistant" },
    theme: { name: "Acme", accent: "#123456", accent_text: "#ffffff", mode: "auto", position: "right", logo_url: null },
    greeting: "",
    starters: [],
    messages,
    earlier_cursor: null,
    home: { links: [], notice: null, opening: null, answer_minutes: null, ai_notice: null },
    alerts: { preview: true, sound: false },
    reachable: false,
    pending: null,
    sequence: 9,
  };
  return reduce(before, { type: "started", answer, at, isKnown: true, seen });
}

const ids = (state: ViewState) => state.items.map((each) => each.key);

describe("a conversation continued on the next page", () => {
  it("counts the answers that came after the newest one seen, unless the panel is open", () => {
    const messages = [
      message("a", "visitor"),
      message("b"),
      message("c", "agent"),
      message("d", "visitor"),
      message("e"),
    ];
    expect(started(initialState, messages, "b").unread).toBe(2);
    expect(started(initialState, messages, "e").unread).toBe(0);
    expect(started(initialState, messages, "of another conversation").unread).toBe(0);
    expect(started({ ...initialState, shown: true }, messages, "a").unread).toBe(0);
  });

  it("has a stopped answer behind the message it followed, also after the history was read again", () => {
    const stopped = item("s", { role: "assistant", state: "stopped", after: "a" });
    const before = { ...initialState, items: [stopped] };
    const after = started(before, [message("a", "visitor"), message("b", "visitor"), message("c")]);
    expect(ids(after)).toEqual(["a", "s", "b", "c"]);
    const history = {
      messages: [message("a", "visitor"), message("b", "visitor"), message("c"), message("d")],
      earlier_cursor: null,
      pending: null,
      sequence: 12,
      ticket: { id: "k", number: 1, status: "open", owner: "assistant" } as const,
      active_turn: null,
    };
    expect(ids(resynced(after, history, at))).toEqual(["a", "s", "b", "c", "d"]);
  });

  it("has no stopped answer of a conversation that is over", () => {
    const stopped = item("s", { role: "assistant", state: "stopped", after: "gone" });
    expect(ids(started({ ...initialState, items: [stopped] }, [message("a")]))).toEqual(["a"]);
  });

  it("says above what is new that the last one has ended, and keeps what was not sent", () => {
    const unsent = item("u", { state: "queued", order: Number.MAX_SAFE_INTEGER });
    const ended = reduce({ ...initialState, items: [item("old"), unsent] }, { type: "reset", expired: true, at });
    const next = started(ended, [message("n", "visitor")]);
    expect(ids(next)).toEqual([`expired:${at}`, "n", "u"]);
  });

  it("has notes and the ticket's card where they were, told once, also after the history was read again", () => {
    const note = (key: string) => ({
      kind: "note" as const,
      key,
      note: { type: "joined" as const, name: "Dana" },
      createdAt: at,
      order: 3,
    });
    const card = {
      kind: "escalation" as const,
      key: "card",
      ticketNumber: 1,
      expectedBy: null,
      createdAt: at,
      order: 2,
    };
    const error = { kind: "error" as const, key: "error", code: "x", retryId: null, createdAt: at, order: 3 };
    const streamed = item("b", { key: "turn:1", role: "assistant" });
    const items = [note("top"), item("a"), streamed, card, note("joined"), error, note("left"), item("d")];
    const ticket = { id: "k", number: 1, status: "pending_human", owner: "human" } as const;
    const before: ViewState = { ...initialState, ticket, items };
    const messages = [message("a", "visitor"), message("b"), message("c", "agent"), message("d", "visitor")];
    const after = started(before, messages);
    expect(ids(after)).toEqual(["top", "a", "turn:1", "card", "joined", "left", "c", "d"]);
    const history = { messages, earlier_cursor: null, pending: null, sequence: 12, ticket, active_turn: null };
    expect(ids(resynced(after, history, at))).toEqual(ids(after));
    const another = { ...before, ticket: { ...ticket, id: "another" } };
    expect(ids(started(another, messages))).toEqual(["a", "b", "c", "d"]);
  });
});
