import type { FormWords } from "./form-en.ts";

const others: Record<string, () => Promise<{ strings: FormWords }>> = {
  ar: () => import("./form-ar.ts"),
  de: () => import("./form-de.ts"),
  es: () => import("./form-es.ts"),
  fr: () => import("./form-fr.ts"),
  he: () => import("./form-he.ts"),
  it: () => import("./form-it.ts"),
  ja: () => import("./form-ja.ts"),
  ko: () => import("./form-ko.ts"),
  nl: () => import("./form-nl.ts"),
  pl: () => import("./form-pl.ts"),
  pt: () => import("./form-pt.ts"),
  tr: () => import("./form-tr.ts"),
  zh: () => import("./form-zh.ts"),
};

/** The words of the form in the language of a tag, English for one that the widget does not speak; rejects when they cannot be fetched. */
export async function loadFormWords(tag: string): Promise<FormWords> {
  return (await (others[tag.split("-")[0] ?? ""]?.() ?? import("./form-en.ts"))).strings;
}
