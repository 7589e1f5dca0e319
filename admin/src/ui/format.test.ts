import { describe, expect, it } from "vitest";
import { contrast, initials, money, textOn } from "./format.ts";
import { shortAge, waitingLevel } from "./time.ts";

describe("what people read", () => {
  it("shows money to the last digit that matters", () => {
    expect([0, 180, 4_200, 52_000, 1_250_000].map(money)).toEqual(["$0", "$0.00018", "$0.0042", "$0.052", "$1.25"]);
  });

  it("makes initials of any name", () => {
    expect(["Ada Lovelace", "maja", "  ", "👩‍💻 Kim", "王小明"].map(initials)).toEqual(["AL", "M", "?", "👩K", "王"]);
  });

  it("chooses readable text for any accent", () => {
    for (const color of ["#0f766e", "#ffee00", "#777777", "#000000", "#ffffff"])
      expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.4);
  });

  it("tells the age and how urgent waiting is", () => {
    const now = Date.parse("2026-01-02T12:00:00Z");
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    expect([0, 5, 200, 3_000].map((minutes) => shortAge(ago(minutes), now))).toEqual(["now", "5m", "3h", "2d"]);
    expect([1, 15, 90].map((minutes) => waitingLevel(ago(minutes), now))).toEqual(["calm", "warm", "hot"]);
  });
});
