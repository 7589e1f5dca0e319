import { describe, expect, it, vi } from "vitest";
import { createLocale } from "./locale.ts";

describe("languages", () => {
  it("are the first wanted one that there is, else English", async () => {
    expect((await createLocale(["xx", "de-AT", "fr"])).say("send")).toBe("Senden");
    expect((await createLocale(["xx", "constructor"])).say("send")).toBe("Send");
    expect((await createLocale([undefined, ""])).tag).toBe("en");
    expect((await createLocale(["en-GB"])).tag).toBe("en-GB");
  });

  it("that are told to the server are the panel's, or the first wanted when it speaks none", async () => {
    const reads = async (...wanted: string[]) => (await createLocale(wanted)).reads;
    expect(await reads("de-AT", "en")).toBe("de-AT");
    expect(await reads("en", "de")).toBe("en");
    expect(await reads("sv", "fr-CA")).toBe("fr-CA");
    expect(await reads("not a tag", "sv", "nb")).toBe("sv");
    expect(await reads()).toBe("en");
  });

  it("fill in what belongs into a text", async () => {
    const locale = await createLocale(["en"]);
    expect(locale.say("personAnswers", { name: "Kim" })).toBe("Kim is answering");
    expect(locale.say("ticket", { n: 1042 })).toBe("");
    await locale.learn();
    expect(locale.say("ticket", { n: 1042 })).toBe("Conversation #1042");
  });

  it("say the time with what was made once", async () => {
    const format = vi.spyOn(Intl.DateTimeFormat.prototype, "format" as never, "get"); // a getter, which the types call a function
    const { time } = await createLocale(["en"]);
    const said = [time("2026-03-01T10:05:00"), time("2026-03-01T11:06:00"), time("never")];
    expect(said).toEqual([expect.stringContaining("10:05"), expect.stringContaining("11:06"), ""]);
    expect(new Set(format.mock.contexts).size).toBe(1);
    format.mockRestore();
  });

  it("run from right to left where they do", async () => {
    expect((await createLocale(["ar"])).direction).toBe("rtl");
    expect((await createLocale(["fr"])).direction).toBe("ltr");
  });

  it("choose the form that fits a number", async () => {
    const spoken = async (tag: string) => {
      const locale = await createLocale([tag]);
      await locale.learn();
      return locale;
    };
    const { say } = await spoken("pl");
    const left = [0, 1, 2, 5, 12, 22, 101].map((n) => say("charsLeft", { n }));
    expect(left).toEqual([
      "Pozostało 0 znaków",
      "Pozostał 1 znak",
      "Pozostały 2 znaki",
      "Pozostało 5 znaków",
      "Pozostało 12 znaków",
      "Pozostały 22 znaki",
      "Pozostało 101 znaków",
    ]);
    expect((await spoken("ar")).say("charsLeft", { n: 2 })).toBe("بقي حرفان");
    expect((await spoken("en")).say("charsLeft", { n: 1 })).toBe("1 character left");
    expect((await spoken("fr")).say("charsLeft", { n: 0 })).toBe("0 caractère restant");
    // A missing number leaves the placeholder visible.
    expect((await spoken("en")).say("charsLeft")).toBe("{n} characters left");
  });

  it("include those that are near enough, and old names of them", async () => {
    const send = async (...wanted: string[]) => (await createLocale(wanted)).say("send");
    expect(await send("zh-TW", "en")).toBe("发送");
    expect(await send("zh-Hant-HK")).toBe("发送");
    expect(await send("pt-PT")).toBe("Enviar");
    expect(await createLocale(["iw_IL"])).toMatchObject({ tag: "he-IL", direction: "rtl" });
    expect(await send("nb-NO", "sv", "nl-BE", "en")).toBe("Versturen");
    expect(await send("no", "nn")).toBe("Send");
    expect(await send("*", "not a tag", "TR")).toBe("Gönder");
  });
});
