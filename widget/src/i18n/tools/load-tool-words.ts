import type { ToolWords } from "./tools-en.ts";

const others: Record<string, () => Promise<{ strings: ToolWords }>> = {
  ar: () => import("./tools-ar.ts"),
  de: () => import("./tools-de.ts"),
  es: () => import("./tools-es.ts"),
  fr: () => import("./tools-fr.ts"),
  he: () => import("./tools-he.ts"),
  it: () => import("./tools-it.ts"),
  ja: () => import("./tools-ja.ts"),
  ko: () => import("./tools-ko.ts"),
  nl: () => import("./tools-nl.ts"),
  pl: () => import("./tools-pl.ts"),
  pt: () => import("./tools-pt.ts"),
  tr: () => import("./tools-tr.ts"),
  zh: () => import("./tools-zh.ts"),
};

/** Between two tries to fetch them. */
const retryMs = 2_000;

/** The words about tools in the language of a tag, English for one that the widget does not speak; as soon as they can be fetched. */
export async function loadToolWords(tag: string): Promise<ToolWords> {
  for (;;) {
    try {
      return (await (others[tag.split("-")[0] ?? ""]?.() ?? import("./tools-en.ts"))).strings;
    } catch {
      await new Promise((done) => setTimeout(done, retryMs));
    }
  }
}
