/** A citation mark with the space before it; a mark followed by a URL is a link. */
const markWithSpace = /[ \t]?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;

/** A text without citation marks: an added mark does not make a check stale. */
export function withoutMarks(text: string): string {
  return text.replace(markWithSpace, "");
}

/** Converts a position in {@link withoutMarks} to a position in the original text. */
export function placeInText(text: string, place: number): number {
  let taken = 0;
  for (const { 0: mark, index } of text.matchAll(markWithSpace)) {
    if (index - taken >= place) break;
    taken += mark.length;
  }
  return place + taken;
}

/** Position for a sentence's citation mark: after its last word, before the full stop. */
export function markPlace(text: string, sentence: { start: number; end: number }): number {
  const bare = withoutMarks(text);
  const words = bare.slice(sentence.start, sentence.end).replace(/(?<![\s.!?…。！？:;])[\s.!?…。！？:;]+$/u, "");
  return placeInText(text, sentence.start + words.length);
}

/** The source numbers in a sentence. */
export function marksOf(text: string, sentence: { start: number; end: number }): number[] {
  const part = text.slice(placeInText(text, sentence.start), placeInText(text, sentence.end + 1));
  return [...part.matchAll(markWithSpace)].flatMap(([, list = ""]) => list.split(",").map(Number));
}
