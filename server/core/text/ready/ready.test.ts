import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filledIn, namedChoices, type ReadyLanguage, readyLanguageOf, readySentences } from "./index.ts";

const languages = Object.keys(readySentences) as ReadyLanguage[]; // The table lists these only.
const scripts: Partial<Record<ReadyLanguage, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  zh: /\p{Script=Han}/u,
};

/** All sentences of a language, by their position in the table. */
function sentencesOf(language: ReadyLanguage): Map<string, string> {
  const groups: [string, string | Readonly<Record<string, string>> | readonly string[]][] = Object.entries(
    readySentences[language],
  );
  return new Map(
    groups.flatMap(([key, group]) => {
      const parts: [string, string][] = typeof group === "string" ? [["", group]] : Object.entries(group);
      return parts.map(([part, text]): [string, string] => [`${key}.${part}`, text]);
    }),
  );
}

describe("the sentences that are ready", () => {
  it("are there in every language of the widget", () => {
    const ofWidget = readdirSync(join(import.meta.dirname, "../../../../widget/src/i18n/languages"));
    expect(languages.map((language) => `${language}.json`).sort()).toEqual(ofWidget.sort());
  });

  it.each(languages)("say the same in %s, in its own words and script", (language) => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    const sentences = sentencesOf(language);
    for (const [place, english] of sentencesOf("en")) {
      const text = sentences.get(place) ?? "";
      expect(text.trim(), place).not.toBe("");
      expect(text, place).not.toMatch(/"|\.\.\.| {2}/);
      if (place.startsWith("quotes.")) continue;
      expect(placeholders(text), place).toEqual(placeholders(english));
      if (language === "en") continue;
      expect(text, place).not.toBe(english);
      const letters = text.replace(/\{\w+\}|\bAI/g, "").match(/\p{L}/gu) ?? [];
      const script = scripts[language] ?? /\p{Script=Latin}/u;
      const foreign = letters.filter((letter) => !script.test(letter) && !/\p{Script=Common}/u.test(letter));
      expect(foreign, place).toEqual([]);
    }
  });

  it.each(languages)(
    "name the ticket's number so that the panel finds it, in a sentence of its own in %s",
    (language) => {
      const { handover, about, ticket } = readySentences[language];
      expect(about).toMatch(/[.?。؟]$/u);
      for (const reason of Object.values(handover)) {
        expect(reason).toMatch(/[.。]$/u);
        expect(`${reason} ${filledIn(ticket, { n: 42 })}`).toMatch(/[.。] [^.。!?؟]*#42(?!\d)/u);
      }
    },
  );

  it("list choices as one would", () => {
    expect(namedChoices(["A", "B", "C"], "en")).toBe("“A”, “B” or “C”");
    expect(namedChoices(["A", "B"], "de")).toBe("„A“ oder „B“");
    expect(namedChoices(["A", "B"], "ja")).toBe("「A」または「B」");
  });
});

describe("the language to say them in is", () => {
  it.each([
    ["the message's", "ja", "Wie kann ich mein Passwort ändern?", "de"],
    ["the message's, by its script", "en", "מה שעות הפתיחה שלכם?", "he"],
    ["the message's, by its letters", "en-US", "Ile kosztuje wysyłka?", "pl"],
    ["the locale's where the message tells none", "ja-JP", "API?", "ja"],
    ["the locale's where no rule knows its words", "pl", "Ile to kosztuje i jak to zrobić", "pl"],
    ["the locale's by its old name", "iw-IL", "API?", "he"],
    ["the locale's, whatever its region", "zh-TW", "API?", "zh"],
    [
      "the locale's for a message in a language that is not spoken",
      "de",
      "Как изменить пароль для моей учётной записи?",
      "de",
    ],
    ["English for a locale that is not spoken", "nb-NO", "API?", "en"],
    ["English for what is no locale", "---", "API?", "en"],
  ])("%s (%s: %s)", (_what, locale, message, language) => {
    expect(readyLanguageOf(message, locale)).toBe(language);
  });
});
