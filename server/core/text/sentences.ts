/** Part of a text as offsets into it, so that a quote can be checked word for word. */
export interface Span {
  start: number;
  end: number;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** In Greek `;` is a question mark. */
const greekSegmenter = new Intl.Segmenter("el", { granularity: "sentence" });
const wordSegmenter = new Intl.Segmenter("zh", { granularity: "word" });
/**
 * Node.js copies the whole text for each sentence it finds, so that a megabyte in one piece takes minutes: it is read in pieces, each
 * beginning where the last whole sentence of the one before it ended.
 */
const pieceChars = 2_000;
/** What is looked at behind a full stop to tell whether it ends the sentence. */
const tailChars = 120;

/** Abbreviations before a name or another word. Those that often end a sentence ("etc.", "Inc.", "usw.") go on before a small letter anyway. */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:e\.g|i\.e|vs|cf|mr|mrs|ms|dr|prof|st|approx|resp|a\.k\.a|u\.s|u\.k|incl|excl|hr|fr|frl|dipl|ing|vgl|bzw|ggf|evtl|inkl|exkl|sog|ca|zzgl|bspw|insb|mme|mlle|env|sr|sra|srta|dra|lic|ud|uds|p\. ?ej|p\. ?ex|dott|sig|sigg|ing|avv|exmo|exma|dhr|mevr|drs|bijv|evt|o\.a|t\.a\.v|bl\.a|f\.eks|t\.ex|т\. ?е|т\. ?д|т\. ?п|напр|см|гр|г|ул|π\.χ|κ\.λπ|örn|dr\. ?h\. ?c)\.$/iu;
/** Abbreviations before a number. */
const beforeNumber =
  /(?<![\p{L}\p{N}])(?:nos?|nrs?|núms?|n|num|fig|figs|abb|abs|art|artt|arts|ch|chap|kap|cap|sec|sez|ref|eq|tab|tbl|vol|bd|ver|v|p|pp|s|pag|pág|pags|str|стр|рис|табл|п|tel|tél|ext|min|max)\.$/iu;
/** A single letter ("z. B.", "J. Smith"), a number or letter that counts a line ("2."), or a bracket that is still open. */
const unfinished = /(?<![\p{L}\p{N}.])\p{L}\.$|^\s*(?:\d{1,4}|\p{L})[.)]$|[([][^()[\]]*$/u;
/** "am 3. März", "der 2. Schritt": a number with a full stop is an ordinal in many languages. */
const ordinal = /(?<![\p{L}\p{N}.,])\d{1,2}\.$/u;
const articleBefore =
  /(?<![\p{L}])(?:der|die|das|dem|den|des|am|im|vom|zum|zur|beim|bis|ab|seit|und|jeden?|ihr|ihre[mnrs]?|sein|seine[mnrs]?|d\.|den|det|de|i|på|az?|și|koji|od|do)\s+\d{1,2}\.$/iu;
const monthAhead = monthPattern();

/** Lines that are no part of the sentence before them: items, rows, headings and what stands behind a blank line. */
const blockStart = /^[ \t]*(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+\S|\||#{1,6}[ \t]|$)/;
const headingLine = /^[ \t]*#{1,6}[ \t]/;

/**
 * Sentences of a text without the white space around them, in the order of the text, in any language. They end at the end of a
 * paragraph, an item or a heading as well. Takes time in proportion to the text.
 */
export function sentenceSpans(text: string, within: Span = { start: 0, end: text.length }): Span[] {
  return blocksOf(text, within).flatMap((block) => sentencesOf(text, block));
}

function blocksOf(text: string, within: Span): Span[] {
  const blocks: Span[] = [];
  let start = within.start;
  let previousIsHeading = false;
  for (let at = within.start; at < within.end; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 || newline >= within.end ? within.end : newline + 1;
    const line = text.slice(at, Math.min(end, at + tailChars)).trimEnd();
    if (at > start && (previousIsHeading || blockStart.test(line))) {
      if (/\S/.test(text.slice(start, at))) blocks.push({ start, end: at });
      start = at;
    }
    previousIsHeading = headingLine.test(line);
    at = end;
  }
  return [...blocks, { start, end: within.end }];
}

function sentencesOf(text: string, block: Span): Span[] {
  const spans: Span[] = [];
  let open = block.start;
  for (const end of endsOf(text, block)) {
    if (end < block.end && isFalseEnd(text, { start: open, end }, block)) continue;
    const span = trimSpan(text, { start: open, end });
    if (span.end > span.start) spans.push(...clausesOf(text, span));
    open = end;
  }
  return spans;
}

/** Signs at which the segmenter may see a sentence end. Without one the block is a sentence, and asking costs 10 µs a line. */
const mayEnd = /[\p{Sentence_Terminal};\r\u0085\u2024\u2028\u2029\ufe52\uff0e]/u;

/** Where the segmenter sees sentences end; the last one is the end of the block. */
function* endsOf(text: string, block: Span): Generator<number> {
  if (!mayEnd.test(text.slice(block.start, block.end))) {
    yield block.end;
    return;
  }
  const chosen = /\p{Script=Greek}/u.test(text.slice(block.start, block.start + tailChars))
    ? greekSegmenter
    : segmenter;
  let at = block.start;
  while (at < block.end) {
    const end = Math.min(block.end, at + pieceChars);
    const lengths = [...chosen.segment(masked(text.slice(at, end)))].map(({ segment }) => segment.length);
    // The last sentence of a piece may go on behind it.
    if (end < block.end && lengths.length > 1) lengths.pop();
    else if (end < block.end) {
      at = end;
      continue;
    }
    for (const length of lengths) {
      at += length;
      yield at;
    }
  }
}

/** The same text with everything in it that only looks like the end of a sentence made harmless; offsets stay. */
function masked(piece: string): string {
  const crossed = (match: string) => "x".repeat(match.length);
  return (
    piece
      .replaceAll("\n", " ")
      // Dots in inline code (`www.*.example.com`), addresses and names such as `.NET` end no sentence.
      .replace(/`[^`]{1,200}`/g, crossed)
      .replace(/(?:https?:\/\/|www\.)[^\s<>"'`]*[^\s<>"'`.,;:!?)\]。，、]/gi, crossed)
      .replace(/(?<=\s)[.?!](?=\p{L})/gu, crossed)
  );
}

function isFalseEnd(text: string, { start, end }: Span, block: Span): boolean {
  const tail = text.slice(Math.max(start, end - tailChars), end).trimEnd();
  const ahead = text.slice(end, Math.min(block.end, end + tailChars)).trimStart();
  if (unfinished.test(tail) || abbreviation.test(tail)) return true;
  if (/^\p{N}/u.test(ahead) && beforeNumber.test(tail)) return true;
  return ordinal.test(tail) && (articleBefore.test(tail) || monthAhead.test(ahead));
}

/** A sentence as a whole, or its clauses where sentences have no mark at their end: Thai puts a space there, and nowhere between words. */
function clausesOf(text: string, span: Span): Span[] {
  const sentence = text.slice(span.start, span.end);
  if (!/\p{Script=Thai}/u.test(sentence)) return [span];
  const clauses: Span[] = [];
  let { start } = span;
  for (const { index } of sentence.matchAll(/(?<=[\p{Script=Thai}\p{M}]) (?=\p{Script=Thai})/gu)) {
    if (span.start + index - start < minThaiChars) continue;
    clauses.push({ start, end: span.start + index });
    start = span.start + index + 1;
  }
  return [...clauses, { start, end: span.end }];
}

/** Clauses below this length are parts of a sentence more often than one. */
const minThaiChars = 40;

/** The span without the white space at its ends. */
export function trimSpan(text: string, span: Span): Span {
  const slice = text.slice(span.start, span.end);
  return { start: span.end - slice.trimStart().length, end: span.start + slice.trimEnd().length };
}

/** At most `limit` characters of the span, cut after a sentence or else between words; always a substring of the text. */
export function clipSpan(text: string, span: Span, limit: number): Span {
  if (span.end - span.start <= limit) return span;
  const within = { start: span.start, end: span.start + limit };
  const whole = sentenceSpans(text, within).findLast(({ end }) => end < within.end && isEnd(text, end));
  const cut = whole && whole.end - span.start > limit / 2 ? whole.end : lastWordEnd(text, within);
  return trimSpan(text, { start: span.start, end: cut });
}

/** A sentence ends with a mark or a line: others were cut. */
function isEnd(text: string, end: number): boolean {
  return /[\p{Sentence_Terminal}"'”’»)\]]/u.test(text[end - 1] ?? "") || text[end] === "\n";
}

/** The last place between two words; a word that fills all of it is cut between its characters. */
function lastWordEnd(text: string, { start, end }: Span): number {
  const from = Math.max(start, end - tailChars);
  const words = [...wordSegmenter.segment(text.slice(from, end + 1))];
  const last = words.at(-1);
  const cut = last && from + last.index > start && last.index > 0 ? from + last.index : end;
  const before = text.charCodeAt(cut - 1);
  return before >= 0xd800 && before <= 0xdbff ? cut - 1 : cut;
}

/** Names of months in languages that write ordinals with a full stop. */
function monthPattern(): RegExp {
  const languages = ["de", "da", "nb", "fi", "hu", "cs", "sk", "sl", "hr", "sr-Latn", "pl", "lt", "tr", "et", "lv"];
  const names = languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: "long", day: "numeric", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_unused, month) => format.formatToParts(Date.UTC(2024, month, 15)));
  });
  const months = names.flat().filter(({ type, value }) => type === "month" && /^\p{L}+$/u.test(value));
  return new RegExp(`^(?:${[...new Set(months.map(({ value }) => value))].join("|")})(?!\\p{L})`, "iu");
}
