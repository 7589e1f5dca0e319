import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpeningHours } from "../../../protocol/home.ts";
import { expectedBy, openingAt } from "./opening-hours.ts";

const nineToFive = [{ from: "09:00", to: "17:00" }];
const workdays = { mon: nineToFive, tue: nineToFive, wed: nineToFive, thu: nineToFive, fri: nineToFive };
const berlin = (week: OpeningHours["week"] = workdays, holidays: string[] = []): OpeningHours => ({
  zone: "Europe/Berlin",
  week,
  holidays,
});
const allDay = [{ from: "00:00", to: "24:00" }];
const always = { mon: allDay, tue: allDay, wed: allDay, thu: allDay, fri: allDay, sat: allDay, sun: allDay };

/** When the team is available next: now if it is. */
function nextOpening(hours: OpeningHours, now: Date): Date | null {
  const { isOpen, changesAt } = openingAt(hours, now);
  return isOpen ? now : changesAt;
}
function opens(hours: OpeningHours, at: string): string | undefined {
  return nextOpening(hours, new Date(at))?.toISOString();
}
function closes(hours: OpeningHours, at: string): string {
  const { isOpen, changesAt } = openingAt(hours, new Date(at));
  return `${isOpen ? "open" : "closed"} until ${changesAt?.toISOString()}`;
}

describe("the next opening", () => {
  it("is now while people are there, from the first minute to the last", () => {
    for (const at of ["2026-11-23T08:00:00.000Z", "2026-11-23T12:00:00.000Z", "2026-11-23T15:59:59.999Z"])
      expect(opens(berlin(), at)).toBe(at);
    expect(opens(berlin(), "2026-11-23T16:00:00.000Z")).toBe("2026-11-24T08:00:00.000Z");
    expect(opens(berlin(), "2026-11-23T07:59:59.999Z")).toBe("2026-11-23T08:00:00.000Z");
  });

  it("is behind the weekend, and behind holidays", () => {
    expect(opens(berlin(), "2026-11-27T20:00:00Z")).toBe("2026-11-30T08:00:00.000Z");
    expect(opens(berlin(workdays, ["2026-11-30", "2026-12-01"]), "2026-11-27T20:00:00Z")).toBe(
      "2026-12-02T08:00:00.000Z",
    );
    expect(closes(berlin(workdays, ["2026-11-23"]), "2026-11-23T12:00:00Z")).toBe(
      "closed until 2026-11-24T08:00:00.000Z",
    );
  });

  it("follows the clocks of the zone when they change", () => {
    // Clocks go forward on 29 March 2026 and back on 25 October 2026.
    const daily = { ...workdays, sat: nineToFive, sun: nineToFive };
    expect(opens(berlin(daily), "2026-03-28T18:00:00Z")).toBe("2026-03-29T07:00:00.000Z");
    expect(opens(berlin(daily), "2026-10-24T18:00:00Z")).toBe("2026-10-25T08:00:00.000Z");
    // 02:30 does not exist on the first of these days, and occurs twice on the second.
    const early = berlin({ sun: [{ from: "02:30", to: "06:00" }] });
    expect(opens(early, "2026-03-28T23:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
    expect(opens(early, "2026-10-24T23:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
    // Lord Howe Island changes its clocks by half an hour; Kathmandu's offset has 45 minutes.
    const howe = { ...early, zone: "Australia/Lord_Howe", week: { sun: nineToFive } };
    expect(opens(howe, "2026-10-03T00:00:00Z")).toBe("2026-10-03T22:00:00.000Z");
    expect(opens({ ...howe, zone: "Asia/Kathmandu" }, "2026-10-03T00:00:00Z")).toBe("2026-10-04T03:15:00.000Z");
  });

  it("knows the day of the zone, which is not that of the server", () => {
    const auckland = { ...berlin(), zone: "Pacific/Auckland" };
    // Sunday evening in London is Monday morning in Auckland.
    expect(closes(auckland, "2026-11-22T21:00:00Z")).toBe("open until 2026-11-23T04:00:00.000Z");
  });

  it("counts hours past midnight to the day they began on", () => {
    const bar = berlin({ fri: [{ from: "18:00", to: "02:00" }] });
    expect(closes(bar, "2026-11-28T00:30:00Z")).toBe("open until 2026-11-28T01:00:00.000Z");
    expect(closes(berlin(bar.week, ["2026-11-27"]), "2026-11-28T00:30:00Z")).toMatch(/^closed until 2026-12-04/);
    expect(closes(berlin(bar.week, ["2026-11-28"]), "2026-11-28T00:30:00Z")).toMatch(/^open/);
  });

  it("takes spans that touch, also over midnight, for one", () => {
    const long = berlin({
      mon: [
        { from: "12:00", to: "24:00" },
        { from: "08:00", to: "12:00" },
      ],
      tue: [{ from: "00:00", to: "03:00" }],
    });
    expect(closes(long, "2026-11-23T09:00:00Z")).toBe("open until 2026-11-24T02:00:00.000Z");
  });

  it("is never where no day is open, and always where each one is", () => {
    expect(opens(berlin({}), "2026-11-23T09:00:00Z")).toBeUndefined();
    expect(closes(berlin(always), "2026-11-23T09:00:00Z")).toBe("open until undefined");
  });

  it("is never before now, and within the hours by the clock of the zone, whatever is asked", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns", "UTC"];
    const clock = fc
      .integer({ min: 0, max: 22 })
      .chain((from) =>
        fc
          .integer({ min: from + 1, max: 23 })
          .map((to) => ({ from: `${`${from}`.padStart(2, "0")}:15`, to: `${`${to}`.padStart(2, "0")}:15` })),
      );
    const check = fc.property(
      fc.constantFrom(...zones),
      clock,
      fc.date({ min: new Date("2024-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
      (zone, span, now) => {
        const next = nextOpening({ zone, week: { mon: [span], thu: [span] }, holidays: [] }, now);
        if (!next) throw new Error("there is a Monday in each week");
        expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime());
        const shown = new Intl.DateTimeFormat("en-GB", {
          timeZone: zone,
          weekday: "short",
          hour: "2-digit",
          minute: "2-digit",
        }).format(next);
        expect(shown).toMatch(/^(?:Mon|Thu)/);
        // Opening times in a skipped hour start late, so the clock may show up to an hour more.
        const time = shown.slice(-5);
        expect(time >= span.from && time < span.to).toBe(true);
      },
    );
    fc.assert(check, { numRuns: 150 });
  });
});

describe("the expected answer", () => {
  const by = (hours: OpeningHours | null, at: string, minutes: number) =>
    expectedBy(hours, new Date(at), minutes)?.toISOString();

  it("counts only while people are there", () => {
    expect(by(berlin(), "2026-11-23T09:00:00Z", 60)).toBe("2026-11-23T10:00:00.000Z");
    expect(by(berlin(), "2026-11-23T15:30:00Z", 60)).toBe("2026-11-24T08:30:00.000Z");
    expect(by(berlin(), "2026-11-27T20:00:00Z", 60)).toBe("2026-11-30T09:00:00.000Z");
    expect(by(berlin(), "2026-11-27T15:00:00Z", 24 * 60)).toBe("2026-12-02T15:00:00.000Z");
  });

  it("counts every minute without hours, and comes never where nobody is ever there", () => {
    expect(by(null, "2026-11-23T23:30:00Z", 60)).toBe("2026-11-24T00:30:00.000Z");
    expect(by(berlin({}), "2026-11-23T09:00:00Z", 60)).toBeUndefined();
  });
});
