import { type ReadonlySignal, signal } from "@preact/signals";
import type { TextStorage } from "./storage.ts";

export type ThemeChoice = "auto" | "light" | "dark";
const storageKey = "parley-console:theme";

export interface ThemeStore {
  readonly choice: ReadonlySignal<ThemeChoice>;
  choose(choice: ThemeChoice): void;
}

/** Light, dark or system theme; stored in this browser. */
export function createThemeStore(storage: TextStorage, root: HTMLElement): ThemeStore {
  const saved = storage.get(storageKey);
  const choice = signal<ThemeChoice>(saved === "light" || saved === "dark" ? saved : "auto");
  const apply = () => {
    if (choice.value === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", choice.value);
  };
  apply();
  return {
    choice,
    choose(next) {
      choice.value = next;
      storage.set(storageKey, next);
      apply();
    },
  };
}
