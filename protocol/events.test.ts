import { describe, expect, it } from "vitest";
import { readDeskEvent } from "./admin.ts";
import { readStreamEvent } from "./events.ts";

const base = { event_id: "e1", turn_id: null, sequence: 3, created_at: "2026-01-01T00:00:00.000Z" };
const message = { id: "m1", role: "agent", content: "Hi", citations: [], grade: null, cached: false, usage: null };

describe("an event another version wrote", () => {
  it("is passed over when its type is unknown or it is no event", () => {
    for (const value of [
      { type: "sparkle", ...base },
      { type: "__proto__", ...base },
      { type: 7, ...base },
      { type: "end" },
      { type: "message", ...base },
      { type: "message", message: "text", ...base },
      null,
      "end",
      [],
    ])
      expect(readStreamEvent(value)).toBeNull();
  });

  it("is read without the fields that are new", () => {
    const event = readStreamEvent({ type: "end", ...base, mood: "sunny" });
    expect(event).toEqual({ type: "end", ...base });
  });

  it("is handed on as it is when a word in it is new", () => {
    for (const value of [
      { type: "owner", ...base, owner: "robot", status: "snoozed" },
      { type: "escalation", ...base, ticket_number: 1, reason: "bored", content: "A person comes." },
      { type: "error", ...base, code: "quota", message: "Wait.", error_type: "budget" },
      { type: "status", ...base, node: "ponder", content: "Thinking" },
      { type: "message", ...base, message: { ...message, role: "supervisor", created_at: base.created_at } },
      { type: "message", ...base, message: { ...message, grade: { score: 2, tier: "superb", reason: "" } } },
    ])
      expect(readStreamEvent(value)).toEqual(value);
  });
});

describe("a notice for the console that another version wrote", () => {
  it("is passed over when its type is unknown or it is no notice", () => {
    for (const text of ["", "{", "null", "7", '"x"', "{}", JSON.stringify({ type: "assigned", at: "now" })])
      expect(readDeskEvent(text)).toBeNull();
  });

  it("is read without what is new in it", () => {
    const text = JSON.stringify({ type: "ticket_changed", ticket_id: "t", status: "snoozed", by: "x", at: "now" });
    expect(readDeskEvent(text)).toEqual({ type: "ticket_changed", ticket_id: "t", at: "now" });
  });
});
