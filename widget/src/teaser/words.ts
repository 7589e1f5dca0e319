/** What the button is called that closes the line; by the first two letters of a language's tag. */
const words: Record<string, string> = {
  ar: "إغلاق",
  de: "Schließen",
  es: "Cerrar",
  fr: "Fermer",
  he: "סגירה",
  it: "Chiudi",
  ja: "閉じる",
  ko: "닫기",
  nl: "Sluiten",
  pl: "Zamknij",
  pt: "Fechar",
  tr: "Kapat",
  zh: "关闭",
};

/** In the language of the tag or of the page, else English. */
export function closeWord(language: string): string {
  return words[language.slice(0, 2).toLowerCase()] ?? "Close";
}
