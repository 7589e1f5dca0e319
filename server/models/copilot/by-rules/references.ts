/** A number this long is none of a product or a chapter: a postal code, a standard. */
const longNumber = 3;

/** What has numbers of its own instead of being counted. */
const numbered =
  "sections?|articles?|clauses?|schedules?|appendi(?:x|ces)|annex(?:es)?|chapters?|pages?|steps?|paragraphs?|options?|figures?|tables?|items?|no\\.?|nos\\.?|version|v|abschnitte?n?|artikeln?|absatz|absätze|ziffern?|anlagen?|anhang|kapiteln?|seiten?|schritte?|nr\\.?|§+";
/** "Clauses 2.2, 11 and", "Schedules 1 through": the numbers before this one belong to the same word. */
const listBefore =
  "(?:\\d+(?:\\.\\d+)*(?:\\s?\\(\\w{1,3}\\))*(?:\\s*(?:,|and|or|to|through|und|oder|bis|&|[-–]))+\\s*)*";
// pattern-bound 80: lookBack
const afterNumbered = new RegExp(`(?<![\\p{L}\\p{N}])(?:${numbered})(?:\\s*[-–])?\\s*${listBefore}$`, "iu");
const afterName = /(?:^|[\s("])\p{Lu}[\p{L}'.]*\s*[-–]?$/u;
/** Characters before a number in which the word may stand that it belongs to. */
const lookBack = 80;

/**
 * Whether a number without a unit counts nothing: part of a name ("Basecamp 4"; a short number behind a word with a capital letter), of a reference
 * ("Section 7", "clauses 2.2, 11 and 12.3", "Article 25(6)"), or the mark of a line ("10.") or of a part of it ("(2)").
 */
export function isReference(
  text: string,
  { start, end, written }: { start: number; end: number; written: string },
): boolean {
  const before = text.slice(Math.max(0, start - lookBack), start);
  if (afterNumbered.test(before) || /\d\($/.test(before)) return true;
  // "(1) presenting your badge, (2) entering a raffle"; "thirty (30)" has been read with its word.
  if (/(?:^|\s)\($/.test(before) && /^\)\s+\p{L}/u.test(text.slice(end, end + 6))) return true;
  if (start === 0 && /^[.)](?:\s|$)/.test(text.slice(end, end + 2))) return true;
  return afterName.test(before) && !(/^\d+$/.test(written) && written.length >= longNumber);
}
