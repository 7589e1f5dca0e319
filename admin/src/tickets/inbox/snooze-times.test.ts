import { expect, it } from "vitest";
import { fieldTime, snoozeTimes } from "./snooze-times.ts";

const timesAt = (now: Date) => snoozeTimes(now).map(({ id, at }) => `${id} ${fieldTime(at)}`);

it("a ticket can be put off to later today, tomorrow morning or Monday morning", () => {
  // A Wednesday.
  expect(timesAt(new Date(2026, 10, 25, 13, 40))).toEqual([
    "today 2026-11-25T16:00",
    "tomorrow 2026-11-26T09:00",
    "week 2026-11-30T09:00",
  ]);
  // A Monday late in the evening, shortly before the end of the year.
  expect(timesAt(new Date(2026, 11, 28, 22, 5))).toEqual(["tomorrow 2026-12-29T09:00", "week 2027-01-04T09:00"]);
});
