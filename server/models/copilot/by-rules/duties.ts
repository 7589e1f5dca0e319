import type { Language } from "../../../text/language.ts";
import { type Duty, dutyOf, dutyPattern, type Wording } from "./duty-words.ts";
import type { Fact } from "./facts.ts";

/** What a text obliges to, forbids or allows, and the words that narrow or widen it. None in languages whose words are not known. */
export function dutiesIn(text: string, language: Language, wording: Wording): (Fact & { value: Duty })[] {
  const pattern = dutyPattern(language, wording);
  if (!pattern) return [];
  return [...text.matchAll(pattern)].flatMap((match) => {
    const group = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    const duty = dutyOf(Number(group?.slice(1)), language, wording);
    // "Name (required)" marks a field of a form.
    const isMark = text[match.index - 1] === "(" && text[match.index + match[0].length] === ")";
    if (!duty || isMark) return [];
    return [
      {
        kind: "obligation" as const,
        sort: "duty",
        value: duty,
        figure: null,
        bound: null,
        written: match[0].toLowerCase() === "ll" ? "'ll" : match[0],
        start: match.index,
        end: match.index + match[0].length,
      },
    ];
  });
}
