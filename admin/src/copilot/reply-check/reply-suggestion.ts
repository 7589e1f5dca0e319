/** A range of the reply, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/**
 * The sentence that contains a finding's text, at the occurrence nearest to its former position; null when the reply no longer contains it.
 */
export function sentenceWith(reply: string, { text, start }: { text: string; start: number }): Stretch | null {
  const at = nearestPlace(reply, text, start);
  if (at === null) return null;
  const to = at + text.length;
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(reply)];
  const touched = sentences.filter(({ index, segment }) => index < to && index + segment.length > at);
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return { start: at, end: to };
  return { start: first.index, end: Math.max(to, last.index + last.segment.trimEnd().length) };
}

/** Position of a text; of several occurrences, the one nearest to the former position. */
export function nearestPlace(reply: string, text: string, near: number): number | null {
  let nearest: number | null = null;
  for (let at = reply.indexOf(text); text !== "" && at >= 0; at = reply.indexOf(text, at + 1))
    if (nearest === null || Math.abs(at - near) < Math.abs(nearest - near)) nearest = at;
  return nearest;
}

/** A sentence with the spaces required at a position of the reply. */
export function spaced(reply: string, at: number, sentence: string): string {
  const before = at > 0 && !/\s/u.test(reply[at - 1] ?? "") ? " " : "";
  const after = at < reply.length && !/\s/u.test(reply[at] ?? "") ? " " : "";
  return `${before}${sentence}${after}`;
}
