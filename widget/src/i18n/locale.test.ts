import { describe, expect, it } from "vitest";
import { createLocale } from "./locale.ts";
import { languages } from "./strings.ts";

describe("languages", () => {
  it("are the first wanted one that there is, else English", () => {
    expect(createLocale(["xx", "de-AT", "fr"]).say("send")).toBe("Senden");
    expect(createLocale(["xx", "constructor"]).say("send")).toBe("Send");
    expect(createLocale([undefined, ""]).tag).toBe("en");
  });

  it("fill in what belongs into a text", () => {
    expect(createLocale(["en"]).say("ticket", { n: 1042 })).toBe("Ticket #1042.");
  });

  it("run from right to left where they do", () => {
    expect(createLocale(["ar"]).direction).toBe("rtl");
    expect(createLocale(["fr"]).direction).toBe("ltr");
  });

  it("have every text, with the same placeholders", () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [tag, strings] of Object.entries(languages)) {
      for (const [key, text] of Object.entries(languages["en"] ?? {})) {
        const translated = strings[key as keyof typeof strings];
        expect(translated, `${tag}.${key}`).toBeTruthy();
        expect(placeholders(translated), `${tag}.${key}`).toEqual(placeholders(text));
      }
    }
  });

  it("name days", () => {
    const { day } = createLocale(["en"]);
    const now = new Date("2026-03-02T12:00:00");
    expect(day("2026-03-02T09:00:00", now)).toBe("Today");
    expect(day("2026-03-01T23:00:00", now)).toBe("Yesterday");
    expect(day("2026-02-20T09:00:00", now)).toBe("February 20");
    expect(day("2025-02-20T09:00:00", now)).toBe("February 20, 2025");
    expect(day("nonsense", now)).toBe("");
  });
});
