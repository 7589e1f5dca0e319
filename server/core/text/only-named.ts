import { languageOf } from "./language.ts";
import { contentStems } from "./words.ts";

/** Index of the only label that the text names with a word that no other label has; -1 when it names none or several. */
export function onlyNamed(text: string, labels: readonly string[], locale?: string): number {
  const language = languageOf(text, locale);
  const said = new Set(contentStems(text, language));
  const stems = labels.map((label) => new Set(contentStems(label, language)));
  const named = stems.flatMap((own, index) =>
    [...own].some((stem) => said.has(stem) && stems.every((others, at) => at === index || !others.has(stem)))
      ? [index]
      : [],
  );
  return named.length === 1 ? (named[0] ?? -1) : -1;
}
