import { describe, expect, it } from "vitest";
import { maxCounted } from "../../../../protocol/ticket-counts.ts";
import { countText } from "./views.ts";

describe("the number beside a view", () => {
  it("is exact as long as the server counts", () => {
    expect([0, 1, maxCounted - 1].map(countText)).toEqual(["0", "1", "999"]);
  });

  it("says that there are more from where the server stops counting", () => {
    expect([maxCounted, maxCounted + 1].map(countText)).toEqual(["999+", "999+"]);
  });
});
