import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../protocol/events.ts";
import type { Followed } from "../core/live/follow.ts";
import { untilAnswered } from "../tickets/routes/chat/stream.ts";
import { formatFrame } from "./open-streams.ts";

describe("an SSE frame", () => {
  it("gives back the exact text, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (content) => {
        const seen: unknown[] = [];
        const parser = createParser({ onEvent: (event) => seen.push([event.id, event.event, JSON.parse(event.data)]) });
        parser.feed(formatFrame({ id: "12.3", event: "token", json: JSON.stringify({ content }) }));
        expect(seen).toEqual([["12.3", "token", { content }]]);
      }),
    );
  });

  it("refuses ids and names that could break out of their line", () => {
    expect(() => formatFrame({ event: "token\ndata: x", json: "{}" })).toThrow(/alphabet/);
    expect(() => formatFrame({ id: "1\nevent: end", event: "token", json: "{}" })).toThrow(/alphabet/);
  });
});

const base = { event_id: "e", sequence: 1, created_at: "2026-01-01T00:00:00.000Z" };

async function* log(events: StreamEvent[]): AsyncGenerator<Followed, void, undefined> {
  for (const [index, event] of events.entries()) yield { id: `${index + 1}.0`, event };
}

const message = (id: string, turnId: string | null): StreamEvent => ({
  ...base,
  type: "message",
  turn_id: turnId,
  message: {
    id,
    role: "visitor",
    content: "?",
    citations: [],
    grade: null,
    cached: false,
    usage: null,
    created_at: base.created_at,
  },
});
const end = (turnId: string | null): StreamEvent => ({ ...base, type: "end", turn_id: turnId });

async function typesOf(events: StreamEvent[], accepted: Parameters<typeof untilAnswered>[1]): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of untilAnswered(log(events), accepted, "m")) types.push(`${event.type}:${event.turn_id}`);
  return types;
}

describe("the stream of one message", () => {
  it("ends with the end of its own turn", async () => {
    const seen = await typesOf([message("m", "t1"), end("t1"), end("t2")], { turnId: "t1", behindTurnId: null });
    expect(seen).toEqual(["message:t1", "end:t1"]);
  });

  it("ends at once while a person owns the ticket", async () => {
    const seen = await typesOf([message("m", null), message("other", null)], { turnId: null, behindTurnId: null });
    expect(seen).toEqual(["message:null", "end:null"]);
  });

  it("waits for the next turn when another was at work", async () => {
    const seen = await typesOf([message("m", null), end("t1"), end("t2")], { turnId: null, behindTurnId: "t1" });
    expect(seen).toEqual(["message:null", "end:t2"]);
  });

  it("ends with the turn at work when that one asked a person", async () => {
    const owner: StreamEvent = { ...base, type: "owner", turn_id: "t1", owner: "human", status: "pending_human" };
    const seen = await typesOf([message("m", null), owner, end("t1"), end("t2")], { turnId: null, behindTurnId: "t1" });
    expect(seen).toEqual(["message:null", "owner:t1", "end:t1"]);
  });

  it("goes on with the turn that replaces one whose process died", async () => {
    const cancel: StreamEvent = { ...base, type: "cancel", turn_id: "t1", reason: "restarted" };
    const seen = await typesOf([message("m", "t1"), cancel, end("t2")], { turnId: "t1", behindTurnId: null });
    expect(seen).toEqual(["message:t1", "cancel:t1", "end:t2"]);
  });
});
