import { describe, expect, it } from "vitest";
import { formatMinutes, parseMinutes } from "./minutes-text.ts";

describe("a time in minutes as one writes it", () => {
  it("is read back as it is shown", () => {
    for (const minutes of [null, 1, 45, 60, 90, 1_440, 1_500, 43_200])
      expect(parseMinutes(formatMinutes(minutes))).toBe(minutes);
    expect(formatMinutes(1_565)).toBe("1d 2h 5m");
  });

  it("may be a number alone, and in any case and order", () => {
    expect(parseMinutes("30")).toBe(30);
    expect(parseMinutes(" 30M 1 H ")).toBe(90);
  });

  it("is none when a part of it is no time", () => {
    for (const text of ["soon", "0", "-5m", "1.5h", "1 30", "4w", "h"])
      expect(parseMinutes(text), text).toBeUndefined();
  });
});
