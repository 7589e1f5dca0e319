import { describe, expect, it } from "vitest";
import { decide } from "./preferences.ts";

const now = new Date("2026-11-25T12:00:00Z");
const at = (day: string) => new Date(`${day}T10:00:00Z`);
const nothing = {
  stance: null,
  dismissed: 0,
  used: 0,
  used_since: null,
  dismissed_since: null,
  last_used_at: null,
  last_dismissed_at: null,
};

describe("what follows from what a person does", () => {
  it("is that a document is always included once it was used three times in the counted days", () => {
    const used = { ...nothing, used: 3, used_since: at("2026-11-03"), last_used_at: at("2026-11-20") };
    expect(decide(used, now)).toEqual({
      effect: "always",
      weight: 0.8,
      reason: "you tagged it three times since 3 November",
    });
    expect(decide({ ...used, used: 2 }, now).effect).toBe("usual");
  });

  it("is that a document stays out once it was dismissed three times, unless it was used since", () => {
    const dismissed = {
      ...nothing,
      dismissed: 3,
      dismissed_since: at("2026-11-10"),
      last_dismissed_at: at("2026-11-22"),
    };
    expect(decide(dismissed, now)).toEqual({
      effect: "never",
      weight: 0,
      reason: "you dismissed it three times since 10 November",
    });
    const used = { used: 3, used_since: at("2026-11-02") };
    expect(decide({ ...dismissed, ...used, last_used_at: at("2026-11-21") }, now).effect).toBe("never");
    expect(decide({ ...dismissed, ...used, last_used_at: at("2026-11-23") }, now).effect).toBe("always");
    expect(decide({ ...dismissed, dismissed: 2 }, now)).toMatchObject({ effect: "usual", weight: 0.5 });
  });

  it("is overruled by hand", () => {
    const used = { ...nothing, used: 5, used_since: at("2026-11-03"), last_used_at: at("2026-11-20") };
    expect(decide({ ...used, stance: "never" }, now)).toMatchObject({ effect: "never", weight: 0 });
    expect(decide({ ...used, stance: "neutral" }, now)).toMatchObject({ effect: "usual", weight: 0.5 });
    expect(decide({ ...nothing, stance: "always" }, now)).toMatchObject({ effect: "always", weight: 0.8 });
  });

  it("fades with each month without use, and says so", () => {
    const once = { ...nothing, last_used_at: at("2026-08-20") };
    expect(decide(once, now)).toMatchObject({ effect: "usual", weight: 0.35 });
    expect(decide(once, now).reason).toContain("20 August; its weight drops");
    expect(decide({ ...nothing, last_used_at: at("2025-01-01") }, now).weight).toBe(0.3);
  });
});
