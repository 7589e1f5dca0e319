/** A language as people call it, with the code that the browser told: `German (de-AT)`. */
export function languageName(locale: string): string {
  try {
    const name = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard", fallback: "none" }).of(
      new Intl.Locale(locale).language,
    );
    return name ? `${name} (${locale})` : locale;
  } catch {
    return locale;
  }
}
