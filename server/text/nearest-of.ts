/** More letters wrong than this share of the word is another word. */
const mostWrong = 0.34;

/** The known word that somebody probably meant who typed this one; null when none is near. */
export function nearestOf(typed: string, known: readonly string[]): string | null {
  const wanted = typed.toLowerCase();
  let best: { word: string; wrong: number } | null = null;
  for (const word of known) {
    const wrong = distance(wanted, word.toLowerCase());
    const limit = Math.max(1, Math.floor(Math.max(word.length, wanted.length) * mostWrong));
    if (wrong <= limit && (best === null || wrong < best.wrong)) best = { word, wrong };
  }
  return best?.word ?? null;
}

/** Letters to change, add or leave out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
