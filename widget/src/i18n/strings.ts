import { en, type StringKey as PanelStringKey, type Strings, type Text } from "./languages/en.ts";
import type { PartStringKey, PartStrings } from "./parts/parts-en.ts";

export type { Strings, Text };
export type StringKey = PanelStringKey | PartStringKey;

/** What the panel says in one language. */
export interface Language {
  strings: Strings;
  /** The words that the parts need beside those; rejects when they cannot be fetched. */
  loadParts(): Promise<{ strings: PartStrings }>;
}

export const english: Language = { strings: en, loadParts: () => import("./parts/parts-en.ts") };

/** Every language but English, which is always there: each a file of its own, fetched when it is wanted. */
const others: Record<string, () => Promise<Language>> = {
  ar: () => import("./languages/ar.ts"),
  de: () => import("./languages/de.ts"),
  es: () => import("./languages/es.ts"),
  fr: () => import("./languages/fr.ts"),
  he: () => import("./languages/he.ts"),
  it: () => import("./languages/it.ts"),
  ja: () => import("./languages/ja.ts"),
  ko: () => import("./languages/ko.ts"),
  nl: () => import("./languages/nl.ts"),
  pl: () => import("./languages/pl.ts"),
  pt: () => import("./languages/pt.ts"),
  tr: () => import("./languages/tr.ts"),
  zh: () => import("./languages/zh.ts"),
};

/** First parts of the tags of all languages. */
export const languageTags: readonly string[] = ["en", ...Object.keys(others)];

/** The words of one of the languages; nothing when they cannot be fetched. */
export async function loadLanguage(tag: string): Promise<Language | undefined> {
  return tag === "en" ? english : others[tag]?.().catch(() => undefined);
}
