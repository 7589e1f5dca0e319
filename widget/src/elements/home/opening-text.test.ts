import { describe, expect, it } from "vitest";
import type { Home } from "../../../../protocol/home.ts";
import { parts as strings } from "../../i18n/languages/en.json";
import type { Locale } from "../../i18n/locale.ts";
import { answerTimeText, openingText } from "./opening-text.ts";

const locale = {
  tag: "en-GB",
  say: (key, values = {}) =>
    String((strings as Partial<Record<string, unknown>>)[key] ?? "").replace(/\{(\w+)\}/g, (_all, name: string) =>
      String(values[name]),
    ),
} as Pick<Locale, "tag" | "say"> as Locale; // all that the two read
const now = new Date(2026, 10, 23, 12, 0);
const home = (opening: Home["opening"], answer_minutes: number | null = null): Home => ({
  links: [],
  notice: null,
  opening,
  answer_minutes,
  ai_notice: null,
});
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 0).toISOString();

describe("opening hours in words", () => {
  it("tell until when people are there, in the visitor's own time", () => {
    expect(openingText(home({ is_open: true, changes_at: at(23, 17) }), locale, now)).toBe("Here until 17:00");
    expect(openingText(home({ is_open: true, changes_at: null }), locale, now)).toBe("We’re here");
  });

  it("tell when they are back: today, on a day of this week, or on a date", () => {
    const back = (day: number) => openingText(home({ is_open: false, changes_at: at(day, 9) }), locale, now);
    expect(openingText(home({ is_open: false, changes_at: at(23, 13) }), locale, now)).toBe("Back 13:00");
    expect(back(24)).toMatch(/^Back Tuesday.*9:00$/);
    expect(back(30)).toMatch(/^Back 30 November.*9:00$/);
    expect(openingText(home({ is_open: false, changes_at: null }), locale, now)).toBe("Away right now");
  });

  it("change sides when the hour has struck while the page was open", () => {
    expect(openingText(home({ is_open: true, changes_at: at(23, 11) }), locale, now)).toBe("Away right now");
    expect(openingText(home({ is_open: false, changes_at: at(23, 12) }), locale, now)).toBe("We’re here");
  });

  it("are not told where there are none", () => {
    expect(openingText(home(null), locale, now)).toBe("");
  });
});

describe("the time of an answer in words", () => {
  it("is told in minutes, hours or days, never less than promised", () => {
    const told = [1, 30, 90, 121, 2_880, 4_000].map((minutes) => answerTimeText(home(null, minutes), locale));
    expect(told).toEqual(
      ["1 minute", "30 minutes", "2 hours", "3 hours", "2 days", "3 days"].map(
        (time) => `Usually replies within ${time}`,
      ),
    );
    expect(answerTimeText(home(null), locale)).toBe("");
  });
});
