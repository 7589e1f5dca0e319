import type { Text } from "./texts.ts";

/** All texts of a language by their keys. */
type Strings = Readonly<Record<string, Text | undefined>>;

/** Rules of the check for one language. */
interface Writing {
  script: RegExp;
  /** Texts that are correct although they are the same as in English. */
  same?: readonly string[];
  /** Counted texts whose words do not change with the number. */
  unchanged?: readonly string[];
}

const latin = /\p{Script=Latin}/u;

const writings: Record<string, Writing> = {
  en: { script: latin, unchanged: ["unread"] },
  ar: { script: /\p{Script=Arabic}/u },
  de: {
    script: latin,
    same: ["title", "agent", "form.name", "tools.sends", "why.version"],
    unchanged: ["unread", "charsLeft"],
  },
  es: { script: latin, same: ["title"], unchanged: ["unread"] },
  fr: { script: latin, same: ["title", "assistant", "message", "log", "sources", "page"] },
  he: { script: /\p{Script=Hebrew}/u },
  it: { script: latin, same: ["title"] },
  ja: { script: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u },
  ko: { script: /\p{Script=Hangul}/u },
  nl: { script: latin, same: ["title", "tools.sends"], unchanged: ["unread"] },
  pl: { script: latin },
  pt: { script: latin, same: ["title"] },
  tr: { script: latin, unchanged: ["unread", "charsLeft", "searchFound", "files.fileCount"] },
  zh: { script: /\p{Script=Han}/u },
};

/** A text may be this many times as wide as the English one; the panel's layout has no room for more. */
const maxRatio = 1.6;
/**
 * Or this many letters wider. A ratio is wrong for labels of one word, which need a second word in other languages ("Retry", "Erneut
 * versuchen"); a button of the panel has room for two.
 */
const maxMore = 12;
/** Numbers that can occur in a chat. Some languages have a plural category of their own for millions. */
const counts = Array.from({ length: 1_000 }, (_, n) => n);
/** Characters that are twice as wide as a letter. */
const wide = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu;
const placeholder = /\{\w+\}/g;
/** Words that no other language in Latin letters has, and that nearly every English sentence contains. */
const englishWord = /\b(?:the|your|you|please|this|that|with|from|our|have|can’t|couldn’t|doesn’t)\b/i;

/** Problems of a language's texts, one line each. `all`: the texts of every language, with English as the reference. */
export function wordProblems(tag: string, all: Readonly<Record<string, Strings>>): string[] {
  const strings: Partial<Record<string, Text>> = all[tag] ?? {};
  const english: Partial<Record<string, Text>> = all.en ?? {};
  const kinds = kindsOf(tag);
  const keys = new Set([...Object.keys(english), ...Object.keys(strings)]);
  return [...keys].flatMap((key) => {
    const [text, measure] = [strings[key], english[key]];
    if (text === undefined) return [`${tag}.${key} is missing`];
    if (measure === undefined) return [`${tag}.${key} is in no other language`];
    const isCounted = Object.values(all).some((other: Partial<Record<string, Text>>) => typeof other[key] === "object");
    const problems = [
      ...formsOf(text).flatMap((form) => [
        ...formProblems(form),
        ...(tag === "en" ? [] : against(form, measure, { tag, key })),
      ]),
      ...(isCounted
        ? countProblems(text, { kinds, isUnchanged: writings[tag]?.unchanged?.includes(key) === true })
        : []),
      ...placeholderProblems(text, { kinds, measure }),
    ];
    return [...new Set(problems)].map((problem) => `${tag}.${key} ${problem}`);
  });
}

function formsOf(text: Text): string[] {
  return typeof text === "string" ? [text] : Object.values(text);
}

/** Problems that any language can have. */
function formProblems(form: string): string[] {
  return [
    ...(form.trim() === "" ? ["is empty"] : []),
    ...(form !== form.trim() || /\s\s/.test(form) ? ["has spaces too many"] : []),
    ...(/["']/.test(form) ? ["has straight quotes"] : []),
    ...(form.includes("...") ? ["has three dots for an ellipsis"] : []),
  ];
}

/** Problems compared with the English text. */
function against(form: string, measure: Text, { tag, key }: { tag: string; key: string }): string[] {
  const { script = latin, same = [] } = writings[tag] ?? {};
  // AI is written in Latin letters in most languages.
  const letters = form.replace(placeholder, "").replace("AI", "").match(/\p{L}/gu) ?? [];
  const isForeign = letters.some(
    (letter) => !script.test(letter) && !/[\p{Script=Common}\p{Script=Inherited}]/u.test(letter),
  );
  const room = Math.max(...formsOf(measure).map(widthOf));
  return [
    ...(formsOf(measure).includes(form) && !same.includes(key) ? ["is untranslated"] : []),
    ...(englishWord.test(form) ? ["has English words"] : []),
    ...(isForeign || !letters.some((letter) => script.test(letter)) ? ["is in another script"] : []),
    ...(widthOf(form) > Math.max(room * maxRatio, room + maxMore) ? [`is too long: ${widthOf(form)} for ${room}`] : []),
  ];
}

function widthOf(form: string): number {
  const shown = form.replace(placeholder, "");
  return [...shown].length + (shown.match(wide)?.length ?? 0);
}

type Kinds = ReadonlyMap<string, readonly number[]>;

/** The language's plural categories, and the numbers of each. */
function kindsOf(tag: string): Kinds {
  const rules = new Intl.PluralRules(tag);
  const kinds = new Map<string, number[]>([["other", []]]);
  for (const n of counts) {
    const kind = rules.select(n);
    const known = kinds.get(kind);
    if (known) known.push(n);
    else kinds.set(kind, [n]);
  }
  return kinds;
}

function countProblems(text: Text, { kinds, isUnchanged }: { kinds: Kinds; isUnchanged: boolean }): string[] {
  if (typeof text === "string" && isUnchanged) return [];
  const given = typeof text === "string" ? ["other"] : Object.keys(text);
  return [
    ...[...kinds.keys()].filter((kind) => !given.includes(kind)).map((kind) => `lacks a form for ${kind}`),
    ...given
      .filter((kind) => !kinds.has(kind))
      .map((kind) => `has a form for ${kind}, which is no kind of number here`),
  ];
}

/** A form for only one number may spell the number out instead of using the placeholder. */
function placeholderProblems(text: Text, { kinds, measure }: { kinds: Kinds; measure: Text }): string[] {
  const wanted = placeholdersIn(typeof measure === "string" ? measure : measure.other);
  const forms = typeof text === "string" ? [["other", text] as const] : Object.entries(text);
  return forms.flatMap(([kind, form]) => {
    const found = placeholdersIn(form);
    const isSpoken = kind !== "other" && kinds.get(kind)?.length === 1 && found === wanted.replace("{n}", "");
    return found === wanted || isSpoken ? [] : [`has other placeholders than English: ${found || "none"}`];
  });
}

function placeholdersIn(form: string): string {
  return (form.match(placeholder) ?? []).sort().join("");
}
