const questionMark = /[?？؟;]["'”’)\]*_]*$/u;
/** In Greek, `;` is a question mark. */
const semicolon = /;["'”’)\]*_]*$/u;

/** True for a text that ends with a question mark, in any script. */
export function isQuestion(text: string, language: string): boolean {
  const bare = text.trim();
  return questionMark.test(bare) && (language === "el" || !semicolon.test(bare));
}
