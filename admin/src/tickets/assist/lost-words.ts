/** More are not read anyway. */
const mostNamed = 6;

/** What a translation and its original do not have in common. */
export function lostWords(lost: readonly string[]): string {
  const named = lost.slice(0, mostNamed).map((part) => `“${part}”`);
  const more = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : "";
  return `Differs from the original: ${named.join(", ")}${more}. Check before you rely on it.`;
}
