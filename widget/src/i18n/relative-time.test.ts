import { describe, expect, it } from "vitest";
import { relativeTime } from "./relative-time.ts";

const now = Date.parse("2026-03-02T12:00:00Z");
const ago = (ms: number) => new Date(now - ms).toISOString();

describe("how long ago something was", () => {
  it("is said in words up to a week, and by its date after that", () => {
    expect(relativeTime("en", ago(20_000), now)).toBe("now");
    expect(relativeTime("en", ago(5 * 60_000), now)).toBe("5 min. ago");
    expect(relativeTime("en", ago(3 * 3_600_000), now)).toBe("3 hr. ago");
    expect(relativeTime("en", ago(26 * 3_600_000), now)).toBe("yesterday");
    expect(relativeTime("en", ago(8 * 86_400_000), now)).toBe("Feb 22, 2026");
  });

  it("is said in the visitor's language", () => {
    expect(relativeTime("de", ago(26 * 3_600_000), now)).toBe("gestern");
    expect(relativeTime("ar", ago(5 * 60_000), now)).toContain("دقائق");
  });

  it("is never in the future, and nothing for what is no time", () => {
    expect(relativeTime("en", ago(-90_000), now)).toBe("now");
    expect(relativeTime("en", "soon", now)).toBe("");
  });
});
