/**
 * Tokens per character by script, between the token tables of current models (o200k) and those of older and many local ones (cl100k,
 * Llama), which encode other scripts than Latin inefficiently. Code point ranges in order; a character outside them is rare and costs most.
 */
const scripts: [last: number, tokens: number][] = [
  [0x24f, 0.4], // Latin with accents
  [0x36f, 1], // phonetic signs, combining accents
  [0x3ff, 0.75], // Greek
  [0x52f, 0.4], // Cyrillic
  [0x58f, 0.7], // Armenian
  [0x5ff, 0.75], // Hebrew
  [0x7ff, 0.55], // Arabic and Syriac
  [0xdff, 0.75], // Devanagari and the other scripts of India
  [0xe7f, 0.65], // Thai
  [0x10ff, 1.2], // Lao, Tibetan, Burmese, Georgian
  [0x1dff, 1.5],
  [0x1fff, 0.8], // Vietnamese letters, old Greek
  [0x2e7f, 0.8], // punctuation and signs
  [0x9fff, 1], // Chinese and Japanese
  [0xabff, 1.5],
  [0xd7a3, 0.85], // Korean
  [0xffff, 1],
];
const rarest = 1.5;

/** Estimated tokens of a text, exact enough for a budget: an exact count takes longer than a search. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index += 1) tokens += tokensOf(text.charCodeAt(index));
  return Math.ceil(tokens);
}

/** English prose has about four characters per token; digits, symbols and code have two. */
function tokensOf(code: number): number {
  if (code < 0x80) {
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    return isLetter || code === 0x20 ? 0.24 : 0.5;
  }
  return scripts.find(([last]) => code <= last)?.[1] ?? rarest;
}
