import type { MemoryWords } from "./memories-en.ts";

const others: Record<string, () => Promise<{ strings: MemoryWords }>> = {
  ar: () => import("./memories-ar.ts"),
  de: () => import("./memories-de.ts"),
  es: () => import("./memories-es.ts"),
  fr: () => import("./memories-fr.ts"),
  he: () => import("./memories-he.ts"),
  it: () => import("./memories-it.ts"),
  ja: () => import("./memories-ja.ts"),
  ko: () => import("./memories-ko.ts"),
  nl: () => import("./memories-nl.ts"),
  pl: () => import("./memories-pl.ts"),
  pt: () => import("./memories-pt.ts"),
  tr: () => import("./memories-tr.ts"),
  zh: () => import("./memories-zh.ts"),
};

/** The words about memories in the language of a tag, English for one that the widget does not speak; rejects when they cannot be fetched. */
export async function loadMemoryWords(tag: string): Promise<MemoryWords> {
  return (await (others[tag.split("-")[0] ?? ""]?.() ?? import("./memories-en.ts"))).strings;
}
