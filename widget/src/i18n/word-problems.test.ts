import { describe, expect, it } from "vitest";
import { launcherName } from "../loader/words.ts";
import { closeWord } from "../teaser/words.ts";
import { loadFormWords } from "./form/load-form-words.ts";
import { loadMemoryWords } from "./memories/load-memory-words.ts";
import { loadRelatedWords } from "./related/load-related-words.ts";
import { languageTags, loadLanguage, type Strings } from "./strings.ts";
import { loadToolWords } from "./tools/load-tool-words.ts";
import { wordProblems } from "./word-problems.ts";

const all = Object.fromEntries(
  await Promise.all(
    languageTags.map(async (tag) => {
      const language = await loadLanguage(tag);
      if (!language) throw new Error(`there are no words for ${tag}`);
      const form = Object.entries(await loadFormWords(tag)).map(([key, text]) => [`form.${key}`, text]);
      const tools = Object.entries(await loadToolWords(tag)).map(([key, text]) => [`tools.${key}`, text]);
      const memories = Object.entries(await loadMemoryWords(tag)).map(([key, text]) => [`memories.${key}`, text]);
      const related = Object.entries(await loadRelatedWords(tag)).map(([key, text]) => [`related.${key}`, text]);
      const own = Object.fromEntries([...form, ...tools, ...memories, ...related]);
      return [tag, { ...language.strings, ...(await language.loadParts()).strings, ...own }] as const;
    }),
  ),
);

describe("the words of every language", () => {
  it.each(languageTags)("are as they should be in %s", (tag) => {
    expect(wordProblems(tag, all)).toEqual([]);
  });

  it.each(languageTags)("have the figure that the launcher shows in the launcher's name, in %s", (tag) => {
    const { unread = "" } = all[tag] ?? {};
    const { zero: _, ...forms } = typeof unread === "string" ? { other: unread } : unread;
    for (const form of Object.values(forms)) expect(form).toContain("{n}");
  });

  it("are those of fourteen languages", () => {
    expect([...languageTags].sort().join(" ")).toBe("ar de en es fr he it ja ko nl pl pt tr zh");
  });

  it.each(languageTags)("give the launcher the panel's name, or one in Latin letters, in %s", (tag) => {
    const title = all[tag]?.title;
    expect(launcherName(`${tag}-XX`)).toBe(/\p{Script=Latin}/u.test(`${title}`) ? "Chat" : title);
  });
});

it.each(languageTags)("the invitation's button has a word in %s", (tag) => {
  expect(closeWord(`${tag}-XX`) === "Close").toBe(tag === "en");
});

describe("the check of words finds", () => {
  const found = (tag: string, changed: Record<string, unknown>) =>
    wordProblems(tag, { ...all, [tag]: { ...all[tag], ...changed } as Strings }); // What is wrong is the point.

  it.each([
    ["a text that is missing", "de", { send: undefined }, "de.send is missing"],
    ["a text that nobody says", "de", { sent: "Gesendet" }, "de.sent is in no other language"],
    ["another placeholder", "de", { joined: "{who} ist da" }, "de.joined has other placeholders than English: {who}"],
    ["a number that is not said", "pl", { page: "Strona" }, "pl.page has other placeholders than English: none"],
    ["a text left in English", "it", { retry: "Retry" }, "it.retry is untranslated"],
    ["a text half in English", "de", { retry: "Please noch einmal" }, "de.retry has English words"],
    ["a text in another script", "ja", { retry: "Saishikou" }, "ja.retry is in another script"],
    ["a text half in another script", "he", { retry: "ניסיון retry" }, "he.retry is in another script"],
    ["Japanese in Chinese", "zh", { retry: "やり直す" }, "zh.retry is in another script"],
    ["a text without letters", "ko", { retry: "…" }, "ko.retry is in another script"],
    ["a label that is too long", "nl", { send: "Dit bericht nu versturen" }, "nl.send is too long: 24 for 4"],
    ["how wide characters are", "ja", { send: "送信ボタンを押す所" }, "ja.send is too long: 18 for 4"],
    ["straight quotes", "fr", { retry: "Allez-y s'il" }, "fr.retry has straight quotes"],
    ["three dots", "tr", { sending: "Gönderiliyor..." }, "tr.sending has three dots for an ellipsis"],
    ["spaces", "tr", { send: "Gönder " }, "tr.send has spaces too many"],
    ["nothing said", "tr", { send: "" }, "tr.send is empty"],
    ["quotes in English", "en", { send: "'Send'" }, "en.send has straight quotes"],
  ])("%s", (_what, tag, changed, problem) => {
    expect(found(tag, changed)).toContain(problem);
  });

  it("a kind of number that a language has and a text lacks, or the other way round", () => {
    const charsLeft = { one: "Pozostał {n} znak", other: "Pozostało {n} znaku" };
    expect(found("pl", { charsLeft })).toEqual([
      "pl.charsLeft lacks a form for many",
      "pl.charsLeft lacks a form for few",
    ]);
    expect(found("pl", { charsLeft: "Znaki: {n}" })).toContain("pl.charsLeft lacks a form for one");
    expect(found("ja", { charsLeft: { one: "残り{n}字", other: "残り{n}文字" } })).toEqual([
      "ja.charsLeft has a form for one, which is no kind of number here",
    ]);
  });

  it("a form that hides its number, unless it is for that number alone", () => {
    const forms = { one: "Reste un caractère", other: "{n} caractères restants" };
    expect(found("fr", { charsLeft: forms })).toEqual(["fr.charsLeft has other placeholders than English: none"]);
    expect(found("es", { charsLeft: { one: "Queda un carácter", other: "Quedan {n} caracteres" } })).toEqual([]);
  });
});
