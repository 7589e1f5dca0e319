import { describe, expect, it } from "vitest";
import { findInTalks } from "./find-in-talks.ts";
import { readTalks } from "./read-talks.ts";

const talks = readTalks();

describe("what is found in 200 talks of three domains", () => {
  it("has enough of them, with something to remember and something to leave", () => {
    expect(talks.length).toBeGreaterThanOrEqual(200);
    expect(new Set(talks.map(({ domain }) => domain)).size).toBe(3);
    expect(talks.filter(({ wanted }) => wanted.length === 0).length).toBeGreaterThan(60);
    expect(talks.filter(({ never }) => never.length > 0).length).toBeGreaterThanOrEqual(50);
  });

  it.each(["tuning", "held out"] as const)("is right by rules, and nothing forbidden: %s", (half) => {
    const { precision, forbidden, wrong, missed, recall } = findInTalks(talks, "rules", half);
    if (process.env.SHOW_TALKS)
      console.log(half, precision, recall, forbidden, half === "tuning" ? { wrong, missed } : "");
    expect(forbidden).toBe(0);
    expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(0.9);
  });

  it.each(["tuning", "held out"] as const)("is right and mostly complete by a scripted model: %s", (half) => {
    const { precision, recall, forbidden, wrong, missed } = findInTalks(talks, "model", half);
    if (process.env.SHOW_TALKS)
      console.log(half, precision, recall, forbidden, half === "tuning" ? { wrong, missed } : "");
    expect(forbidden).toBe(0);
    expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(0.9);
    expect(recall, missed.join("\n")).toBeGreaterThanOrEqual(0.7);
  });
});
