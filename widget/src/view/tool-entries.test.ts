import { describe, expect, it } from "vitest";
import { visibleText } from "../../../protocol/visible-text.ts";
import { exactArguments } from "./exact-arguments.ts";
import { toolEntries } from "./tool-entries.ts";

const at = "2026-03-02T10:24:00.000Z";
const asked = {
  type: "confirmation_required",
  confirmation_id: "c1",
  action: "Cancel an order",
  connection: "Orders",
  description: "Order 4711 is cancelled.",
  arguments: { order: 4711 },
  fields: [{ name: "order", label: "Order", value: "4711" }],
  waits_for: "visitor",
  expires_at: "2026-03-02T10:34:00.000Z",
  created_at: at,
};
const done = {
  title: "Cancel an order",
  connection: "Orders",
  kind: "write",
  status: "completed",
  content: "Done",
  at,
};

describe("what came of tools", () => {
  it("is one entry from the question to the result", () => {
    const answered = {
      type: "confirmation_response",
      confirmation_id: "c1",
      approved: true,
      outcome: "approved",
      by: "agent",
    };
    const started = { type: "tool_call_start", tool_call_id: "c1", name: "cancel", created_at: at };
    const ended = {
      type: "tool_result",
      tool_call_id: "c1",
      content: "x",
      is_error: false,
      activity: { ...done, tool_call_id: "c1" },
    };
    expect(toolEntries([asked, answered])).toMatchObject([
      { id: "c1", askedAt: at, outcome: { outcome: "approved", by: "agent" } },
    ]);
    expect(toolEntries([asked, answered, started])[0]?.activity).toMatchObject({
      title: "Cancel an order",
      status: "running",
    });
    expect(toolEntries([asked, answered, started, ended])).toMatchObject([
      { activity: { status: "completed", content: "Done" } },
    ]);
  });

  it("is asked anew when another person is asked next", () => {
    const declined = { type: "confirmation_response", confirmation_id: "c1", approved: false };
    const [entry] = toolEntries([asked, declined, { ...asked, waits_for: "agent" }]);
    expect(entry).toMatchObject({ confirmation: { waits_for: "agent" } });
    expect(entry?.outcome).toBeUndefined();
  });

  it("is read from a stored message and from a server that tells less", () => {
    const [stored] = toolEntries([{ ...done, tool_call_id: "a1" }]);
    expect(stored?.activity).toMatchObject({ status: "completed", content: "Done" });
    const [older] = toolEntries([
      { type: "tool_result", tool_call_id: "a2", content: "no", is_error: true, created_at: at },
    ]);
    expect(older?.activity).toMatchObject({ status: "failed", content: "no", at });
    expect(
      toolEntries([asked, { type: "confirmation_response", confirmation_id: "c1", approved: false }])[0]?.outcome,
    ).toEqual({
      outcome: "declined",
      by: undefined,
    });
  });

  it.each([
    null,
    1,
    "x",
    [],
    {},
    { tool_call_id: 7 },
    { tool_call_id: "a" },
    { ...asked, fields: [{ label: 1 }] },
    { ...asked, fields: "x" },
    { type: "confirmation_response", confirmation_id: "c1" },
  ])("passes over what is none of it: %j", (news) => {
    expect(toolEntries([news])).toEqual([]);
  });
});

describe("the arguments of a write", () => {
  it("are all there, also those that nobody put into words", () => {
    const rows = exactArguments({ ...asked, arguments: { order: 4711, refund: { amount: 12 }, toString: 1 } });
    expect(rows.map(({ label }) => label)).toEqual(["Order", "refund", "toString"]);
    expect(rows[1]?.value).toContain("12");
  });

  it("have no character that makes another look different", () => {
    expect(visibleText("100\u202E001\u200B\u0000x\u00AD")).toBe("100⟨U+202E⟩001⟨U+200B⟩⟨U+0000⟩x⟨U+00AD⟩");
    const ordinary = "a\tb\r\nc\n👩‍👧 می‌خواهم <b> \\ é 日本";
    expect(visibleText(ordinary)).toBe(ordinary);
  });
});
