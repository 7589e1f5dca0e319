import { describe, expect, it } from "vitest";
import { toRows } from "./rows.ts";
import type { TimelineItem } from "./state.ts";

function item(role: "visitor" | "assistant", createdAt: string): TimelineItem {
  return {
    kind: "message",
    key: createdAt,
    id: createdAt,
    turnId: null,
    role,
    content: "",
    citations: [],
    grade: null,
    agent: null,
    createdAt,
    order: 1,
    state: "settled",
  };
}

describe("rows of the timeline", () => {
  it("group what one says within five minutes and mark each day", () => {
    const rows = toRows([
      item("visitor", "2026-03-01T10:00:00"),
      item("visitor", "2026-03-01T10:04:00"),
      item("assistant", "2026-03-01T10:04:30"),
      item("assistant", "2026-03-01T10:30:00"),
      item("assistant", "2026-03-02T10:30:00"),
    ]);
    expect(rows.map((row) => [row.startsDay, row.startsGroup, row.endsGroup])).toEqual([
      [true, true, false],
      [false, false, true],
      [false, true, true],
      [false, true, true],
      [true, true, true],
    ]);
  });
});
