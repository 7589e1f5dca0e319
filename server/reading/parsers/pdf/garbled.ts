/** Words with letters of several alphabets: fonts that name wrong letters give a salad of them. */
const alphabets = [
  ...["Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Syriac", "Thaana", "Nko", "Devanagari", "Bengali"],
  ...["Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan"],
  ...["Myanmar", "Georgian", "Ethiopic", "Khmer"],
].map((name) => new RegExp(`\\p{Script=${name}}`, "u"));

const unnamed = /[\ue000-\uf8ff\ufffd]/g;
const plain = /^[\p{Script=Latin}\p{N}\p{P}\p{S}]*$/u;
const minWords = 10;
const maxShare = 0.25;

/** True for text that a person sees as letters, but whose file does not say which ones. */
export function isGarbled(texts: string[]): boolean {
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => word.length >= 3);
  if (words.length < minWords) return false;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const lost = words.reduce((sum, word) => sum + (word.match(unnamed)?.length ?? 0), 0);
  if (lost > letters * maxShare) return true;
  return words.filter(isMixed).length > words.length * maxShare;
}

function isMixed(word: string): boolean {
  return !plain.test(word) && alphabets.filter((alphabet) => alphabet.test(word)).length >= 2;
}
