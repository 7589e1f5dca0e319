const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
/** English prose has about four characters a token in the tables of current models. */
const charsPerToken = 4;

/** Tokens of a text, near enough for a budget: counting them exactly takes longer than a search. */
export function estimateTokens(text: string): number {
  const single = text.match(unspaced)?.length ?? 0;
  return Math.ceil(single + (text.length - single) / charsPerToken);
}
