import type en from "./languages/en.json";

/** A text, or one text for each plural category of the language (`Intl.PluralRules`), selected by the value for `{n}`. */
export type Text = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
/** The texts of one language by section. A section loads with the code that shows it. */
export type Texts = { [S in Section]: Record<keyof (typeof en)[S], S extends Spoken ? Text : string> };
type Section = keyof typeof en;
/** Sections whose texts `Locale.say` knows. */
type Spoken = "panel" | "parts" | "files" | "article" | "list";
export type StringKey = { [S in Spoken]: keyof Texts[S] }[Spoken];

/**
 * Loads a section in the language of a tag, or in English if the widget does not have that language. Rejects if it cannot be fetched.
 * @param files `import.meta.glob` of the section: the call must be in the file that uses the texts, so that they load with it
 */
export async function loadTexts<T>(files: Record<string, () => Promise<T>>, tag: string): Promise<T> {
  const load = (files[fileOf(tag)] ?? files[fileOf("en")]) as () => Promise<T>; // English is always there
  return load();
}

/** The file name for a tag. */
export function fileOf(tag: string): string {
  return `./${tag.split("-")[0]}.json`;
}
