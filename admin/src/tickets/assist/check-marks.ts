/** A mark of a source with the space in front of it; what is followed by an address is a link. */
const markWithSpace = /[ \t]?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;

/** A text without the marks of its sources: what was checked is the same with a mark more. */
export function withoutMarks(text: string): string {
  return text.replace(markWithSpace, "");
}

/** Where a place of {@link withoutMarks} is in the text itself. */
export function placeInText(text: string, place: number): number {
  let taken = 0;
  for (const { 0: mark, index } of text.matchAll(markWithSpace)) {
    if (index - taken >= place) break;
    taken += mark.length;
  }
  return place + taken;
}

/** Where the mark of a sentence belongs: behind its last word, before the full stop. */
export function markPlace(text: string, sentence: { start: number; end: number }): number {
  const bare = withoutMarks(text);
  const words = bare.slice(sentence.start, sentence.end).replace(/(?<![\s.!?…。！？:;])[\s.!?…。！？:;]+$/u, "");
  return placeInText(text, sentence.start + words.length);
}

/** The numbers of the sources that a sentence names. */
export function marksOf(text: string, sentence: { start: number; end: number }): number[] {
  const part = text.slice(placeInText(text, sentence.start), placeInText(text, sentence.end + 1));
  return [...part.matchAll(markWithSpace)].flatMap(([, list = ""]) => list.split(",").map(Number));
}
