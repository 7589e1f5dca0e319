/** A stretch of the reply, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** The sentence with the words of a finding, those nearest to where they were; null where the reply has them no more. */
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

/** Where a text stands, of several places the one nearest to where it was. */
export function nearestPlace(reply: string, text: string, near: number): number | null {
  let nearest: number | null = null;
  for (let at = reply.indexOf(text); text !== "" && at >= 0; at = reply.indexOf(text, at + 1))
    if (nearest === null || Math.abs(at - near) < Math.abs(nearest - near)) nearest = at;
  return nearest;
}

/** A sentence with the spaces that it needs at a place of the reply. */
export function spaced(reply: string, at: number, sentence: string): string {
  const before = at > 0 && !/\s/u.test(reply[at - 1] ?? "") ? " " : "";
  const after = at < reply.length && !/\s/u.test(reply[at] ?? "") ? " " : "";
  return `${before}${sentence}${after}`;
}
