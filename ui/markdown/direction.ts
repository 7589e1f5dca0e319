const firstLetter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of a text by its first letter, like `dir=auto`, which would scan the whole text at each change. */
export function directionOf(text: string): "ltr" | "rtl" | undefined {
  const letter = firstLetter.exec(text)?.[0];
  return letter === undefined ? undefined : rightToLeft.test(letter) ? "rtl" : "ltr";
}
