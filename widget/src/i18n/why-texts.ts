import { loadTexts, type Texts } from "./texts.ts";

const files = import.meta.glob<Pick<Texts, "why">>("./*.json", { base: "./languages", query: "?why" });

/** The texts about the reasons for an answer. Rejects when they cannot be loaded. */
export async function loadWhyTexts(tag: string): Promise<Texts["why"]> {
  return (await loadTexts(files, tag)).why;
}
