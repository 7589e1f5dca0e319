import { loadTexts, type Texts } from "./texts.ts";

const files = import.meta.glob<Pick<Texts, "memories">>("./*.json", { base: "./languages", query: "?memories" });

/** The texts about memories, for the menu and the memories screen. Rejects when they cannot be loaded. */
export async function loadMemoryTexts(tag: string): Promise<Texts["memories"]> {
  return (await loadTexts(files, tag)).memories;
}
