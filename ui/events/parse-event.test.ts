import { describe, expect, it } from "vitest";
import { parseEvent } from "./parse-event.ts";

const base = { event_id: "e", turn_id: null, sequence: 3, created_at: "2026-03-01T10:00:00.000Z" };
const message = { id: "m", role: "assistant", content: "x", citations: [], grade: null, created_at: "x" };
const read = (event: Record<string, unknown>) => parseEvent(JSON.stringify({ ...base, ...event }));

describe("an event of a newer server", () => {
  it.each(["future", "message2", "", "constructor", "__proto__", "hasOwnProperty"])(
    "of the type %j is passed over",
    (type) => {
      expect(read({ type, content: "x" })).toBeUndefined();
    },
  );

  it("may have fields that are not known", () => {
    expect(read({ type: "token", content: "x", more: { deep: [1] } })).toMatchObject({ type: "token", content: "x" });
    expect(read({ type: "message", message: { ...message, more: 1, grade: { tier: "new", score: 2 } } })).toBeDefined();
  });

  it("may have values that are not known where only words are made of them", () => {
    expect(read({ type: "owner", owner: "human", status: "snoozed" })).toBeDefined();
    expect(read({ type: "escalation", ticket_number: 1, reason: "new_reason", content: "x" })).toBeDefined();
    expect(read({ type: "error", code: "new_code", message: "x", error_type: "new_type" })).toBeDefined();
    expect(read({ type: "status", node: "new_node", content: "x" })).toBeDefined();
    expect(read({ type: "message", message: { ...message, role: "new_role" } })).toBeDefined();
    expect(read({ type: "reset", reason: "new_reason", status: "new", owner: "human" })).toBeDefined();
  });

  it("is passed over where what happens next hangs on the value", () => {
    expect(read({ type: "owner", owner: "committee", status: "open" })).toBeUndefined();
    expect(read({ type: "reset", reason: "x", status: "open", owner: 1 })).toBeUndefined();
  });
});
