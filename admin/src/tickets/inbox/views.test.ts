import { describe, expect, it } from "vitest";
import { maxCounted } from "../../../../protocol/ticket-counts.ts";
import { countText, placeFrom, placeOfSaved, placeText, savedOf, sortOf, toggled } from "./views.ts";

describe("the number beside a view", () => {
  it("is exact as long as the server counts", () => {
    expect([0, 1, maxCounted - 1].map(countText)).toEqual(["0", "1", "999"]);
  });

  it("says that there are more from where the server stops counting", () => {
    expect([maxCounted, maxCounted + 1].map(countText)).toEqual(["999+", "999+"]);
  });
});

const label = "0198c1f2-0000-7000-8000-00000000aaaa";

describe("a list in the address", () => {
  it("is read as it was written", () => {
    const place = {
      view: "mine" as const,
      filter: { status: "in_progress" as const, assignee: "none", priority: "urgent,high", label },
      sort: "priority" as const,
      q: "refund ",
    };
    expect(placeFrom(Object.fromEntries(new URLSearchParams(placeText(place))))).toEqual(place);
    expect(placeOfSaved(savedOf(place))).toEqual({ ...place, q: "refund" });
  });

  it("ignores what means nothing", () => {
    const place = placeFrom({ view: "x", status: "y", priority: "high,z", label: "1,2", sort: "w", q: "  " });
    expect(place).toEqual({ view: "needs_person", filter: { priority: "high" } });
  });

  it("has one status, one person, and any number of labels and priorities", () => {
    const both = toggled(toggled({}, "priority", "urgent"), "priority", "high");
    expect(both).toEqual({ priority: "urgent,high" });
    expect(toggled(toggled(both, "priority", "urgent"), "priority", "high")).toEqual({});
    expect(toggled({ status: "open" }, "status", "resolved")).toEqual({ status: "resolved" });
    expect(toggled({ assignee: "me" }, "assignee", "me")).toEqual({});
  });

  it("is ordered as was asked for, else as one prefers where somebody may wait", () => {
    expect(sortOf({ view: "mine", filter: {} }, "priority")).toBe("priority");
    expect(sortOf({ view: "all", filter: {} }, "priority")).toBe("changed");
    expect(sortOf({ view: "all", filter: {}, sort: "waiting" }, "changed")).toBe("waiting");
    expect(sortOf({ view: "all", filter: {}, sort: "waiting", q: "x" }, "changed")).toBeUndefined();
  });
});
