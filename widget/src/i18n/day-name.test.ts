import { expect, it } from "vitest";
import { dayName } from "./day-name.ts";

it("days are named as their language does", () => {
  const now = new Date("2026-03-02T12:00:00");
  const day = (at: string) => dayName("en", at, now);
  expect(day("2026-03-02T09:00:00")).toBe("Today");
  expect(day("2026-03-01T23:00:00")).toBe("Yesterday");
  expect(day("2026-02-20T09:00:00")).toBe("February 20");
  expect(day("2025-02-20T09:00:00")).toBe("February 20, 2025");
  expect(day("nonsense")).toBe("");
  const days = (tag: string) => ["02", "01"].map((date) => dayName(tag, `2026-03-${date}T08:00:00`, now));
  expect(days("fr")).toEqual(["Aujourd’hui", "Hier"]);
  expect(days("ja")).toEqual(["今日", "昨日"]);
  expect(days("tr")).toEqual(["Bugün", "Dün"]);
  expect(days("he-IL")).toEqual(["היום", "אתמול"]);
});
