import { type ReadonlySignal, signal } from "@preact/signals";
import { browserStorage } from "../../ui/storage.ts";

const storageKey = "parley-console:language";
const storage = browserStorage();
const chosen = signal(storage.get(storageKey) ?? languageOf(globalThis.navigator?.language ?? "en"));

/** The agent's language: chosen in their profile, otherwise the browser's. */
export const ownLanguage: ReadonlySignal<string> = chosen;

/** Stores the language in this browser. */
export function chooseOwnLanguage(language: string): void {
  chosen.value = language;
  storage.set(storageKey, language);
}

/** Selectable languages, always including the browser's. */
export const readLanguages: readonly string[] = [
  ...new Set(
    "ar bg ca cs da de el en es et fi fr ga he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh"
      .split(" ")
      .concat(chosen.peek()),
  ),
];

/** `German` for `de` and `de-AT`. */
export function plainLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(languageOf(tag)) ?? tag;
  } catch {
    return tag;
  }
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] || "en";
}
