import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StatusPace, statusMinShownMs } from "./status-pace.ts";

describe("the pace of status lines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows each long enough to be read, in order", () => {
    const shown: (string | null)[] = [];
    const pace = new StatusPace<string>((line) => shown.push(line));
    for (const line of ["a", "b", "c"]) pace.push(line);
    expect(shown).toEqual(["a"]);
    vi.advanceTimersByTime(statusMinShownMs);
    expect(shown).toEqual(["a", "b"]);
    vi.advanceTimersByTime(statusMinShownMs);
    expect(shown).toEqual(["a", "b", "c"]);
  });

  it("finishes after the present one, without those that still wait", () => {
    const shown: (string | null)[] = [];
    const pace = new StatusPace<string>((line) => shown.push(line));
    for (const line of ["a", "b", "c"]) pace.push(line);
    pace.finish();
    expect(shown).toEqual(["a"]);
    vi.advanceTimersByTime(statusMinShownMs);
    expect(shown).toEqual(["a", null]);
    pace.push("d");
    expect(shown).toEqual(["a", null, "d"]);
  });

  it("stops with its element", () => {
    const shown: (string | null)[] = [];
    const pace = new StatusPace<string>((line) => shown.push(line));
    pace.push("a");
    pace.push("b");
    pace.stop();
    vi.runAllTimers();
    expect(shown).toEqual(["a"]);
  });
});
