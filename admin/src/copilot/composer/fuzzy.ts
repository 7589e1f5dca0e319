/** Text as it is compared: without accents, in small letters. */
export function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * How well words fit a name whose letters may have gaps between them: higher is better, null does not fit.
 * Beginnings of words and letters in a row count most, so that `rp` finds "Refund policy" and `pol` does too.
 * @param name and words as `plain` makes them.
 */
export function fitOf(name: string, words: string): number | null {
  if (words === "") return 0;
  const place = name.indexOf(words);
  if (place === 0) return 1_000 - name.length / 100;
  if (place > 0) return (isStart(name, place) ? 800 : 500) - place / 100;
  return fitOfGaps(name, words.replace(/\s+/g, ""));
}

/** Letters in their order with gaps between them. */
function fitOfGaps(name: string, letters: string): number | null {
  let score = 0;
  let last = -2;
  for (const letter of letters) {
    const start = nextStart(name, letter, last + 1);
    const next = name[last + 1] === letter ? last + 1 : start >= 0 ? start : name.indexOf(letter, last + 1);
    if (next < 0) return null;
    score += next === last + 1 ? 6 : isStart(name, next) ? 8 : 1;
    last = next;
  }
  // A long name has all letters somewhere: what is scattered is no fit.
  return score >= letters.length * 3 ? score : null;
}

function isStart(name: string, place: number): boolean {
  return place === 0 || !/[\p{L}\p{N}]/u.test(name[place - 1] ?? "");
}

/** The next word that begins with the letter, or -1. */
function nextStart(name: string, letter: string, from: number): number {
  for (let at = name.indexOf(letter, from); at >= 0; at = name.indexOf(letter, at + 1))
    if (isStart(name, at)) return at;
  return -1;
}
