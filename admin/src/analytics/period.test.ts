import { expect, it } from "vitest";
import { periodFrom, periodPath, periodProblem } from "./period.ts";

it("reads a period from the address, and the usual one from what is none", () => {
  expect(periodFrom({ days: "90" })).toEqual({ days: 90 });
  expect(periodFrom({ from: "2026-01-01", to: "2026-01-31" })).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  for (const query of [
    {},
    { days: "0" },
    { days: "9999" },
    { days: "x" },
    { from: "2026-01-01" },
    { from: "a", to: "b" },
  ])
    expect(periodFrom(query)).toEqual({ days: 30 });
  expect(periodPath(periodFrom({ from: "2026-01-01", to: "2026-01-31" }))).toBe(
    "/console/analytics?from=2026-01-01&to=2026-01-31",
  );
});

it("says what is wrong with dates of one's own", () => {
  expect(periodProblem("2026-01-01", "2026-01-31")).toBe("");
  expect(periodProblem("2026-02-01", "2026-01-31")).toContain("after");
  expect(periodProblem("", "2026-01-31")).toContain("both");
  expect(periodProblem("2020-01-01", "2026-01-31")).toContain("two years");
});
