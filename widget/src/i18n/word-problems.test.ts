import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { launcherName } from "../loader/words.ts";
import { closeWord } from "../teaser/words.ts";
import ar from "./languages/ar.json";
import de from "./languages/de.json";
import en from "./languages/en.json";
import es from "./languages/es.json";
import fr from "./languages/fr.json";
import he from "./languages/he.json";
import italian from "./languages/it.json";
import ja from "./languages/ja.json";
import ko from "./languages/ko.json";
import nl from "./languages/nl.json";
import pl from "./languages/pl.json";
import pt from "./languages/pt.json";
import tr from "./languages/tr.json";
import zh from "./languages/zh.json";
import type { Text, Texts } from "./texts.ts";
import { wordProblems } from "./word-problems.ts";

const languages: Record<string, Texts> = { ar, de, en, es, fr, he, it: italian, ja, ko, nl, pl, pt, tr, zh };
const languageTags = Object.keys(languages);
const all = Object.fromEntries(languageTags.map((tag) => [tag, byKey(languages[tag] ?? en)]));

/** All texts of a language. The keys of sections that not every visitor needs begin with the section's name. */
function byKey({ panel, parts, ...sections }: Texts): Record<string, Text> {
  const others = Object.entries(sections).flatMap(([section, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${section}.${key}`, text]),
  );
  return { ...panel, ...parts, ...Object.fromEntries(others) };
}

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
    expect(readdirSync(join(import.meta.dirname, "languages"))).toEqual(languageTags.map((tag) => `${tag}.json`));
    expect(languageTags).toHaveLength(14);
  });

  it.each(languageTags)("give the launcher the panel's name, or one in Latin letters, in %s", (tag) => {
    const title = all[tag]?.title;
    expect(launcherName(`${tag}-XX`)).toBe(/\p{Script=Latin}/u.test(`${title}`) ? "Chat" : title);
  });
});

it.each(languageTags)("the invitation's button has a word in %s", (tag) => {
  expect(closeWord(`${tag}-XX`) === "Close").toBe(tag === "en");
});

it("no language has a section or key that English lacks, or lacks one", () => {
  const shape = (texts: Texts) =>
    Object.entries(texts).map(([section, { ...keys }]) => [section, Object.keys(keys).sort()]);
  for (const tag of languageTags) expect(shape(languages[tag] ?? en), tag).toEqual(shape(en));
});

describe("the check of words finds", () => {
  const found = (tag: string, changed: Record<string, Text | undefined>) =>
    wordProblems(tag, { ...all, [tag]: { ...all[tag], ...changed } });

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
