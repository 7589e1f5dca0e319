import type { LauncherWords } from "./launcher.ts";

/** The two words that are needed before the panel is there. */
const words: Record<string, LauncherWords> = {
  en: { open: "Open chat", close: "Close chat" },
  de: { open: "Chat öffnen", close: "Chat schließen" },
  fr: { open: "Ouvrir le chat", close: "Fermer le chat" },
  es: { open: "Abrir chat", close: "Cerrar chat" },
  ar: { open: "فتح المحادثة", close: "إغلاق المحادثة" },
};

/** In the first of the wanted languages that there is. */
export function launcherWords(languages: readonly string[]): LauncherWords {
  for (const tag of languages) {
    const found = words[tag.slice(0, 2).toLowerCase()];
    if (found) return found;
  }
  return words["en"] as LauncherWords;
}
