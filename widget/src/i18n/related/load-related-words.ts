import type { RelatedWords } from "./related-en.ts";

const others: Record<string, () => Promise<{ strings: RelatedWords }>> = {
  ar: () => import("./related-ar.ts"),
  de: () => import("./related-de.ts"),
  es: () => import("./related-es.ts"),
  fr: () => import("./related-fr.ts"),
  he: () => import("./related-he.ts"),
  it: () => import("./related-it.ts"),
  ja: () => import("./related-ja.ts"),
  ko: () => import("./related-ko.ts"),
  nl: () => import("./related-nl.ts"),
  pl: () => import("./related-pl.ts"),
  pt: () => import("./related-pt.ts"),
  tr: () => import("./related-tr.ts"),
  zh: () => import("./related-zh.ts"),
};

/** The words about sections that may help in the language of a tag, English for one that the widget does not speak; rejects when they cannot be fetched. */
export async function loadRelatedWords(tag: string): Promise<RelatedWords> {
  return (await (others[tag.split("-")[0] ?? ""]?.() ?? import("./related-en.ts"))).strings;
}
