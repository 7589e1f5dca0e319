import { describe, expect, it } from "vitest";
import { formatMinutes, formatSpans, parseDates, parseMinutes, parseSpans } from "./time-text.ts";

describe("opening hours as one writes them", () => {
  it("are read back as they are shown", () => {
    for (const text of ["", "09:00-17:00", "09:00-12:00, 13:00-17:00", "18:00-02:00", "00:00-24:00"])
      expect(formatSpans(parseSpans(text) ?? [])).toBe(text);
  });

  it("may have other dashes, spaces and no leading zero", () => {
    expect(formatSpans(parseSpans(" 9:00 – 12:30 ; 13:00—17:00 ") ?? [])).toBe("09:00-12:30, 13:00-17:00");
  });

  it("are none when a part of them is no time", () => {
    for (const text of ["nine to five", "09:00", "09:00-25:00", "09:00-17:60", "09:00-17:00 13:00-14:00", "9-17"])
      expect(parseSpans(text), text).toBeNull();
  });
});

describe("holidays as one writes them", () => {
  it("are dates that there are", () => {
    expect(parseDates("2026-12-25, 2026-12-26\n2027-01-01")).toEqual(["2026-12-25", "2026-12-26", "2027-01-01"]);
    expect(parseDates("")).toEqual([]);
    for (const text of ["2026-02-30", "25.12.2026", "2026-1-1", "tomorrow"]) expect(parseDates(text), text).toBeNull();
  });
});

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
