import { describe, expect, it } from "vitest";
import { contrast, fileSize, initials, money, textOn, visitorName } from "./format.ts";
import { clockTime, fullTime, shortAge, waitingLevel } from "./time.ts";

describe("what people read", () => {
  it("shows money to the last digit that matters", () => {
    expect([0, 180, 4_200, 52_000, 1_250_000].map(money)).toEqual(["$0", "$0.00018", "$0.0042", "$0.052", "$1.25"]);
  });

  it("tells anonymous visitors apart by the end of their ids", () => {
    const visitor = { id: "0190a000-0000-7000-8000-00000000a4f2", name: null, email: null };
    expect(visitorName(visitor)).toBe("Visitor A4F2");
    expect(visitorName({ ...visitor, email: "ada@example.org" })).toBe("ada@example.org");
  });

  it("says the size of a file in its usual unit", () => {
    expect([1, 10, 999, 1_000, 999_499, 999_600, 1_250_000].map(fileSize)).toEqual([
      "1 byte",
      "10 bytes",
      "999 bytes",
      "1 kB",
      "999 kB",
      "1.0 MB",
      "1.3 MB",
    ]);
  });

  it("writes a time of day in one way, alone and after a date", () => {
    for (const at of ["2026-01-02T08:05:00Z", "2026-01-02T20:17:00Z"])
      expect(fullTime(at).endsWith(clockTime(at)), fullTime(at)).toBe(true);
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
