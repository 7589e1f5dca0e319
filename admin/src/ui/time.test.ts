import { expect, it } from "vitest";
import { snoozeWords } from "../tickets/inbox/snooze-times.ts";
import { clockTime, fullTime } from "./time.ts";

it("a time looks the same wherever it stands", () => {
  for (const hour of [0, 8, 12, 20]) {
    const at = new Date(2026, 10, 24, hour, 7);
    const clock = clockTime(at.toISOString());
    expect(fullTime(at.toISOString())).toContain(clock);
    expect(snoozeWords(at, at)).toBe(clock);
    expect(snoozeWords(at, new Date(2026, 10, 20)).endsWith(clock)).toBe(true);
  }
});
