/** Label of the button that closes the line, by the first two letters of the language tag. */
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

/** The label in the language of the tag or of the page, else in English. */
export function closeWord(language: string): string {
  return words[language.slice(0, 2).toLowerCase()] ?? "Close";
}
