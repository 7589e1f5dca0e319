import { describe, expect, it } from "vitest";
import { type EventPayload, type EventType, type StreamEvent, storedEventTypes } from "../../../protocol/events.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { HistoryResponse, InitResponse } from "../../../protocol/requests.ts";
import { storedTypes } from "./cursor.ts";
import type { ViewAction } from "./reduce.ts";
import { reduce } from "./reduce.ts";
import { reduceEvent } from "./reduce-event.ts";
import { resynced } from "./resync.ts";
import { initialState, type MessageItem, type TimelineItem, type ViewState } from "./state.ts";

const at = "2026-03-01T10:00:00.000Z";
const later = "2026-03-01T10:05:00.000Z";
const dana = { id: "a1", name: "Dana Okafor" };

function message(id: string, more: Partial<Message> = {}): Message {
  return {
    id,
    role: "assistant",
    content: id,
    citations: [],
    grade: null,
    cached: false,
    usage: null,
    created_at: at,
    ...more,
  };
}

function handshake(more: Partial<InitResponse> = {}): InitResponse {
  return {
    token: "t",
    expires_at: later,
    ticket: { id: "k", number: 1042, status: "open", owner: "assistant" },
    theme: { name: "Acme", accent: "#123456", accent_text: "#ffffff", mode: "auto", position: "right", logo_url: null },
    greeting: "Hello",
    starters: ["A question?"],
    messages: [],
    earlier_cursor: null,
    home: { links: [], notice: null, opening: null, answer_minutes: null, ai_notice: null },
    alerts: { preview: true, sound: false },
    reachable: false,
    pending: null,
    sequence: 0,
    ...more,
  };
}

/** A stream event among the inputs of the view. */
interface Told {
  type: "event";
  event: StreamEvent;
  cursor: string | undefined;
}

/** An event with its cursor as the server would write it. */
function event<T extends EventType>(
  place: string,
  type: T,
  payload: EventPayload<T>,
  turnId: string | null = "turn1",
  time = at,
): Told {
  const [sequence = 0] = place.split(".").map(Number);
  const whole = { type, event_id: `${place}:${type}:${time}`, turn_id: turnId, sequence, created_at: time, ...payload };
  return { type: "event", event: whole as unknown as StreamEvent, cursor: place };
}

const say = (place: string, role: Message["role"], id: string, more: Partial<Message> = {}) =>
  event(place, "message", { message: message(id, { role, ...more }) });
const token = (place: string, content: string, time = at) => event(place, "token", { content }, "turn1", time);

function run(actions: (ViewAction | Told)[], from: ViewState = initialState): ViewState {
  return actions.reduce(
    (state, action) =>
      action.type === "event" ? reduceEvent(state, action.event, action.cursor) : reduce(state, action),
    from,
  );
}

const started = (more: Partial<InitResponse> = {}): ViewAction => ({
  type: "started",
  answer: handshake(more),
  at,
  isKnown: false,
});
const ready = run([{ type: "phase", phase: { type: "starting" } }, started()]);
const compose = (id: string): ViewAction => ({ type: "composed", id, content: `text of ${id}`, at });
const texts = (state: ViewState) =>
  state.items.map((item) => (item.kind === "message" ? `${item.role}:${item.content}` : item.kind));
const messages = (state: ViewState) => state.items.filter((item): item is MessageItem => item.kind === "message");
const last = (state: ViewState) => state.items.at(-1) as TimelineItem;

describe("the handshake", () => {
  it("shows the ticket so far", () => {
    const state = run([started({ messages: [message("m1", { role: "visitor" }), message("m2")], sequence: 7 })]);
    expect(texts(state)).toEqual(["visitor:m1", "assistant:m2"]);
    expect(state.phase).toEqual({ type: "ready" });
  });

  it("shows that a person is awaited after a reload", () => {
    const ticket = { id: "k", number: 1042, status: "pending_human", owner: "human" } as const;
    const state = run([
      started({ ticket, messages: [message("m1"), message("v2", { role: "visitor" })], sequence: 7 }),
    ]);
    expect(state.items[1]).toMatchObject({ kind: "escalation", ticketNumber: 1042 });
    expect(texts(state)).toEqual(["assistant:m1", "escalation", "visitor:v2"]);
  });

  it("knows the agent of a ticket that a person holds", () => {
    const ticket = { id: "k", number: 1042, status: "in_progress", owner: "human" } as const;
    const state = run([started({ ticket, messages: [message("m1", { role: "agent", agent: dana })], sequence: 7 })]);
    expect(state.agent).toEqual(dana);
  });

  it("keeps what was written before it and not what the server already has", () => {
    const state = run([
      compose("v1"),
      compose("v2"),
      started({ messages: [message("v1", { role: "visitor" })], sequence: 3 }),
    ]);
    expect(messages(state).map((item) => [item.id, item.state])).toEqual([
      ["v1", "settled"],
      ["v2", "queued"],
    ]);
  });

  it("ignores events that it has already told", () => {
    const state = run([started({ messages: [message("m1")], sequence: 3 }), say("3.0", "assistant", "m1")]);
    expect(messages(state)).toHaveLength(1);
  });
});

describe("a turn", () => {
  const asked = run([compose("v1"), { type: "delivery", id: "v1", state: "sending" }], ready);

  it("waits until the server says something", () => {
    expect(asked.turn).toBe("waiting");
    expect(run([event("1.1", "status", { node: "retrieve", content: "Searching" })], asked).turn).toBe("running");
  });

  it("keeps the summary of the reasoning beside the answer until something else is asked", () => {
    const thinking = event("1.1", "thinking", { content: "Two plans fit." });
    const ended = run([thinking, token("1.2", "Hi"), say("2.0", "assistant", "m1"), event("3.0", "end", {})], asked);
    expect(ended.thinking).toBe("Two plans fit.");
    expect(run([say("4.0", "visitor", "v2")], ended).thinking).toBeUndefined();
  });

  it("turns the visitor's own message into the stored one", () => {
    const state = run([say("1.0", "visitor", "v1", { content: "text of v1" })], asked);
    expect(messages(state).map((item) => [item.key, item.state])).toEqual([["v1", "settled"]]);
  });

  it("lets the answer grow and then become final in the same place", () => {
    const streaming = run([say("1.0", "visitor", "v1"), token("1.1", "Hel"), token("1.2", "lo")], asked);
    expect(texts(streaming)).toEqual(["visitor:v1", "assistant:Hello"]);
    const final = run([say("2.0", "assistant", "m1", { content: "Hello!" }), event("3.0", "end", {})], streaming);
    expect(texts(final)).toEqual(["visitor:v1", "assistant:Hello!"]);
    expect(messages(final)[1]?.key).toBe(messages(streaming)[1]?.key);
    expect(final.turn).toBe("none");
  });

  it("is the same whether one stream or two bring it, in whatever overlap", () => {
    const actions = [
      say("1.0", "visitor", "v1"),
      token("1.1", "a"),
      token("1.2", "b"),
      token("1.3", "c"),
      say("2.0", "assistant", "m1", { content: "abc" }),
      event("3.0", "end", {}),
    ];
    const once = run(actions, asked);
    expect(
      run(
        actions.flatMap((action) => [action, action]),
        asked,
      ),
    ).toEqual(once);
    expect(run([...actions, ...actions], asked)).toEqual(once);
    expect(run([...actions.slice(0, 3), ...actions.slice(0, 4), ...actions.slice(2)], asked)).toEqual(once);
  });

  it("takes a stored event that a slower stream brings after newer ones", () => {
    const state = run([say("3.0", "assistant", "m3"), say("2.0", "agent", "m2", { agent: dana })], ready);
    expect(messages(state).map((item) => item.id)).toEqual(["m2", "m3"]);
  });

  it("begins the text anew when a restarted server streams it again", () => {
    const cut = run([token("1.1", "old "), token("1.2", "text")], asked);
    const again = run([token("1.1", "new ", later), token("1.2", "text", "2026-03-01T10:05:00.100Z")], cut);
    expect(messages(again).find((item) => item.role === "assistant")?.content).toBe("new text");
  });

  it("keeps a text that was not kept as the answer, marked, beside the message that is", () => {
    const bridge = event("2.0", "message", { message: message("m1"), replaces_stream: false });
    const state = run([token("1.1", "Maybe"), bridge], asked);
    expect(
      messages(state)
        .map((item) => [item.content, item.state])
        .slice(0, 2),
    ).toEqual([
      ["Maybe", "unverified"],
      ["m1", "settled"],
    ]);
  });

  it("goes on with another turn when its process died", () => {
    const cut = run([token("1.1", "Half"), event("2.0", "cancel", { reason: "restarted" })], asked);
    expect(messages(cut).some((item) => item.role === "assistant")).toBe(false);
    expect(cut.turn).toBe("waiting");
    const next = event("2.1", "token", { content: "Whole" }, "turn2");
    expect(
      messages(run([next, event("3.0", "end", {}, "turn1")], cut)).find((item) => item.role === "assistant"),
    ).toMatchObject({
      content: "Whole",
      state: "streaming",
    });
  });

  it("takes the growing text away when it ends without an answer", () => {
    expect(texts(run([token("1.1", "Half"), event("2.0", "end", {})], asked))).toEqual(["visitor:text of v1"]);
  });

  it("keeps what was there when the visitor stopped it", () => {
    const state = run(
      [token("1.1", "Half"), { type: "stopping" }, event("2.0", "cancel", {}), event("3.0", "end", {})],
      asked,
    );
    expect(messages(state).find((item) => item.role === "assistant")).toMatchObject({
      content: "Half",
      state: "stopped",
    });
    expect(state.turn).toBe("none");
  });

  it("shows nothing more of it once a person took over", () => {
    const taken = event("2.0", "owner", { owner: "human", status: "in_progress", agent: dana });
    const state = run([token("1.1", "Half"), taken, event("3.0", "cancel", {}), event("4.0", "end", {})], asked);
    expect(messages(state).some((item) => item.role === "assistant")).toBe(false);
  });

  it("leaves the given state as it was", () => {
    const before = structuredClone(asked.items);
    run([token("1.1", "a"), say("2.0", "assistant", "m1")], asked);
    expect(asked.items).toEqual(before);
  });
});

describe("an error", () => {
  const failed = run(
    [
      say("1.0", "visitor", "v1"),
      event("2.0", "error", { code: "timeout", message: "", error_type: "timeout" }),
      event("3.0", "end", {}),
    ],
    ready,
  );

  it("offers to send the same message again", () => {
    expect(last(failed)).toMatchObject({ kind: "error", code: "timeout", retryId: "v1" });
  });

  it("goes away when the message is sent again, and the message stays stored", () => {
    const state = run([{ type: "delivery", id: "v1", state: "sending" }], failed);
    expect(texts(state)).toEqual(["visitor:v1"]);
    expect(messages(state)[0]?.state).toBe("settled");
    expect(state.turn).toBe("waiting");
  });

  it("of sending stays with the message", () => {
    const failure = { code: "rate_limited", retryable: true, retryAfterSeconds: 5 };
    const state = run(
      [compose("v1"), { type: "delivery", id: "v1", state: "sending" }, { type: "send_failed", id: "v1", failure }],
      ready,
    );
    expect(messages(state)[0]).toMatchObject({ state: "failed", failure });
    expect(state.turn).toBe("none");
  });
});

describe("a person", () => {
  const escalated = run(
    [
      say("1.0", "visitor", "v1"),
      event("2.0", "escalation", { ticket_number: 1042, reason: "low_grade", content: "" }),
      say("3.0", "assistant", "m1"),
      event("4.0", "owner", { owner: "human", status: "pending_human" }),
      event("5.0", "end", {}),
    ],
    ready,
  );

  it("is announced with the ticket's number, after the assistant's words", () => {
    expect(texts(escalated)).toEqual(["visitor:v1", "assistant:m1", "escalation"]);
    expect(escalated.ticket).toMatchObject({ owner: "human", status: "pending_human" });
  });

  it("joins once, types, answers and resolves", () => {
    const joined = run([event("6.0", "owner", { owner: "human", status: "in_progress", agent: dana })], escalated);
    expect(last(joined)).toMatchObject({ kind: "note", note: { type: "joined", name: "Dana Okafor" } });
    const typing = run([event("6.1", "typing", { who: "agent" }, null)], joined);
    expect(typing.typing).toBe("Dana Okafor");
    const answered = run(
      [say("7.0", "agent", "m2", { agent: dana }), say("7.0", "agent", "m2", { agent: dana })],
      typing,
    );
    expect(answered.typing).toBeNull();
    expect(messages(answered).filter((item) => item.role === "agent")).toHaveLength(1);
    const resolved = run([event("8.0", "owner", { owner: "assistant", status: "resolved" })], answered);
    expect(last(resolved)).toMatchObject({ note: { type: "resolved" } });
    expect(resolved.agent).toBeNull();
  });

  it("is not waited for like a turn", () => {
    const sent = run([compose("v2"), { type: "delivery", id: "v2", state: "sending" }], escalated);
    expect(sent.turn).toBe("none");
    const kept = event("6.0", "end", {}, null);
    const waiting = { ...sent, turn: "waiting" as const };
    expect(run([{ ...kept, cursor: undefined }], waiting).turn).toBe("none");
  });

  it("resolves with the last word, and the next words go to the assistant", () => {
    const answered = run(
      [
        say("6.0", "agent", "m2", { agent: dana }),
        event("7.0", "owner", { owner: "human", status: "resolved", agent: dana }),
      ],
      escalated,
    );
    expect(last(answered)).toMatchObject({ note: { type: "resolved" } });
    expect(answered.agent).toBeNull();
    const again = run(
      [event("8.0", "owner", { owner: "assistant", status: "open" }), say("9.0", "visitor", "v2")],
      answered,
    );
    expect(texts(again).slice(-2)).toEqual(["note", "visitor:v2"]);
  });

  it("loses the line about an end or a return when the agent undoes it", () => {
    const human = { owner: "human" as const, agent: dana };
    const mine = run([event("6.0", "owner", { ...human, status: "in_progress" })], escalated);
    for (const over of [
      { owner: "human", status: "resolved" } as const,
      { owner: "assistant", status: "open" } as const,
    ]) {
      const ended = run([event("7.0", "owner", over)], mine);
      expect(ended.items).toHaveLength(mine.items.length + 1);
      const undone = run([event("8.0", "owner", { ...human, status: "in_progress" })], ended);
      expect(undone.items.some((item) => item.kind === "note" && item.note.type !== "joined")).toBe(false);
      expect(undone.agent).toMatchObject({ name: dana.name });
    }
  });

  it("hands back to the assistant", () => {
    const state = run([event("6.0", "owner", { owner: "assistant", status: "open" })], escalated);
    expect(last(state)).toMatchObject({ note: { type: "assistant_back" } });
  });
});

describe("the rest", () => {
  it("counts answers that came while the panel was closed", () => {
    const closed = run(
      [{ type: "shown", shown: false }, say("1.0", "assistant", "m1"), say("2.0", "agent", "m2")],
      ready,
    );
    expect(closed.unread).toBe(2);
    expect(run([{ type: "shown", shown: true }], closed).unread).toBe(0);
    expect(run([{ type: "shown", shown: true }, say("1.0", "assistant", "m1")], ready).unread).toBe(0);
  });

  it("keeps unsent words when a session expired, and nothing when a new one was asked for", () => {
    const before = run([say("1.0", "assistant", "m1"), compose("v2")], ready);
    const expired = run([{ type: "reset", expired: true, at }], before);
    expect(texts(expired)).toEqual(["note", "visitor:text of v2"]);
    expect(run([started()], expired).items).toHaveLength(2);
    expect(run([{ type: "reset", expired: false, at }], before).items).toEqual([]);
  });

  it("begins anew after a reset: half an answer goes, the history comes, what came since stays", () => {
    const before = run([say("1.0", "visitor", "v1"), token("1.5", "half"), compose("v2")], ready);
    const human = { status: "in_progress", owner: "human" } as const;
    const reset = run([event("4.0", "reset", { reason: "cursor_too_old", ...human })], before);
    expect(texts(reset)).toEqual(["visitor:v1", "visitor:text of v2"]);
    expect(reset.ticket).toMatchObject(human);
    const later = run([say("5.0", "agent", "m5")], reset);
    const history: HistoryResponse = {
      messages: [message("v1", { role: "visitor" }), message("m2")],
      earlier_cursor: null,
      pending: null,
      sequence: 4,
      ticket: { ...handshake().ticket, ...human },
      active_turn: null,
    };
    const synced = resynced(later, history, at);
    expect(texts(synced)).toEqual(["visitor:v1", "assistant:m2", "agent:m5", "visitor:text of v2"]);
    expect(run([say("3.0", "agent", "m3")], synced)).toBe(synced);
  });

  it("knows where earlier messages are, after the handshake and after the history was read again", () => {
    const answer = handshake({ messages: [message("m2")], earlier_cursor: "2" });
    const begun = reduce(initialState, { type: "started", answer, at, isKnown: true });
    expect(begun.earlier).toBe("2");
    const { ticket } = answer;
    const read = {
      messages: [message("m3")],
      earlier_cursor: "3",
      pending: null,
      sequence: 3,
      ticket,
      active_turn: null,
    };
    expect(resynced({ ...begun, earlier: null }, read, at).earlier).toBe("3");
  });

  it("passes over what it does not show yet", () => {
    const state = run([event("1.1", "thinking", { content: "hm" })], ready);
    expect(state.items).toEqual([]);
  });

  it("tells stored events apart from short-lived ones as the protocol does", () => {
    expect([...storedTypes].sort()).toEqual([...storedEventTypes].sort());
  });
});
