import { expect, test } from "vitest";
import { nextMorning } from "./next-morning.ts";

test("the next morning is at eight where the tenant is, also when clocks change", () => {
  const next = (at: string, zone?: string) => nextMorning(new Date(at), zone).toISOString();
  expect(next("2026-03-02T07:59:59Z")).toBe("2026-03-02T08:00:00.000Z");
  expect(next("2026-03-02T08:00:00Z")).toBe("2026-03-03T08:00:00.000Z");
  expect(next("2026-03-02T08:00:00Z", "Europe/Berlin")).toBe("2026-03-03T07:00:00.000Z");
  expect(next("2026-03-28T12:00:00Z", "Europe/Berlin")).toBe("2026-03-29T06:00:00.000Z");
  expect(next("2026-03-02T08:00:00Z", "Asia/Kathmandu")).toBe("2026-03-03T02:15:00.000Z");
  expect(next("2026-03-02T08:00:00Z", "America/St_Johns")).toBe("2026-03-02T11:30:00.000Z");
});
