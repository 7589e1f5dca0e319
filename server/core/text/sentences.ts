/** Part of a text, as offsets, so that a quote can be checked character by character. */
export interface Span {
  start: number;
  end: number;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** In Greek `;` is a question mark. */
const greekSegmenter = new Intl.Segmenter("el", { granularity: "sentence" });
const wordSegmenter = new Intl.Segmenter("zh", { granularity: "word" });
/**
 * For each sentence Node.js copies the whole text, so that a megabyte in one piece takes minutes. The text is read in pieces, each starting
 * at the end of the last complete sentence of the previous piece.
 */
const pieceChars = 2_000;
/** Characters checked after a full stop to decide whether it ends the sentence. */
const tailChars = 120;

/**
 * Abbreviations before a name or another word. Those that often end a sentence ("etc.", "Inc.", "usw.") continue it anyway before a
 * lower-case letter.
 */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:e\.g|i\.e|vs|cf|mr|mrs|ms|dr|prof|st|approx|resp|a\.k\.a|u\.s|u\.k|incl|excl|hr|fr|frl|dipl|ing|vgl|bzw|ggf|evtl|inkl|exkl|sog|ca|zzgl|bspw|insb|mme|mlle|env|sr|sra|srta|dra|lic|ud|uds|p\. ?ej|p\. ?ex|dott|sig|sigg|ing|avv|exmo|exma|dhr|mevr|drs|bijv|evt|o\.a|t\.a\.v|bl\.a|f\.eks|t\.ex|т\. ?е|т\. ?д|т\. ?п|напр|см|гр|г|ул|π\.χ|κ\.λπ|örn|dr\. ?h\. ?c)\.$/iu;
/** Abbreviations before a number. */
const beforeNumber =
  /(?<![\p{L}\p{N}])(?:nos?|nrs?|núms?|n|num|fig|figs|abb|abs|art|artt|arts|ch|chap|kap|cap|sec|sez|ref|eq|tab|tbl|vol|bd|ver|v|p|pp|s|pag|pág|pags|str|стр|рис|табл|п|tel|tél|ext|min|max)\.$/iu;
/** A single letter ("z. B.", "J. Smith"), a number or letter that starts a list item ("2."), or an open bracket. */
const unfinished = /(?<![\p{L}\p{N}.])\p{L}\.$|^\s*(?:\d{1,4}|\p{L})[.)]$|[([][^()[\]]*$/u;
/** "am 3. März", "der 2. Schritt": a number with a full stop is an ordinal in many languages. */
const ordinal = /(?<![\p{L}\p{N}.,])\d{1,2}\.$/u;
const articleBefore =
  /(?<![\p{L}])(?:der|die|das|dem|den|des|am|im|vom|zum|zur|beim|bis|ab|seit|und|jeden?|ihr|ihre[mnrs]?|sein|seine[mnrs]?|d\.|den|det|de|i|på|az?|și|koji|od|do)\s+\d{1,2}\.$/iu;
const monthAhead = monthPattern();

/** Lines that start a new block: list items, table rows, headings and lines after a blank line. */
const blockStart = /^[ \t]*(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+\S|\||#{1,6}[ \t]|$)/;
const headingLine = /^[ \t]*#{1,6}[ \t]/;

/**
 * Sentences of a text without surrounding white space, in text order, for any language. A paragraph, list item or heading also ends a
 * sentence. Run time is linear in the text.
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

/**
 * Characters after which the segmenter may end a sentence. Without one, the block is one sentence; running the segmenter costs 10 µs per
 * line.
 */
const mayEnd = /[\p{Sentence_Terminal};\r\u0085\u2024\u2028\u2029\ufe52\uff0e]/u;

/** The sentence ends according to the segmenter; the last one is the end of the block. */
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
    // The last sentence of a piece may continue in the next piece.
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

/** The same text with false sentence ends masked; offsets stay. */
function masked(piece: string): string {
  const crossed = (match: string) => "x".repeat(match.length);
  return (
    piece
      .replaceAll("\n", " ")
      // Dots in inline code (`www.*.example.com`), addresses and names such as `.NET` do not end a sentence.
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

/** A whole sentence, or its clauses in a script without sentence marks: Thai puts a space there, and none between words. */
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

/** A shorter clause is more likely a part of a sentence. */
const minThaiChars = 40;

/** The span without leading and trailing white space. */
export function trimSpan(text: string, span: Span): Span {
  const slice = text.slice(span.start, span.end);
  return { start: span.end - slice.trimStart().length, end: span.start + slice.trimEnd().length };
}

/** At most `limit` characters of the span, cut after a sentence or otherwise between words; always a substring of the text. */
export function clipSpan(text: string, span: Span, limit: number): Span {
  if (span.end - span.start <= limit) return span;
  const within = { start: span.start, end: span.start + limit };
  const whole = sentenceSpans(text, within).findLast(({ end }) => end < within.end && isEnd(text, end));
  const cut = whole && whole.end - span.start > limit / 2 ? whole.end : lastWordEnd(text, within);
  return trimSpan(text, { start: span.start, end: cut });
}

/** A sentence ends with a mark or the end of a line; other ends were cut. */
function isEnd(text: string, end: number): boolean {
  return /[\p{Sentence_Terminal}"'”’»)\]]/u.test(text[end - 1] ?? "") || text[end] === "\n";
}

/** The last boundary between two words; a word that fills the whole range is cut between characters. */
function lastWordEnd(text: string, { start, end }: Span): number {
  const from = Math.max(start, end - tailChars);
  const words = [...wordSegmenter.segment(text.slice(from, end + 1))];
  const last = words.at(-1);
  const cut = last && from + last.index > start && last.index > 0 ? from + last.index : end;
  const before = text.charCodeAt(cut - 1);
  return before >= 0xd800 && before <= 0xdbff ? cut - 1 : cut;
}

/** Month names of languages that write ordinals with a full stop. */
function monthPattern(): RegExp {
  const languages = ["de", "da", "nb", "fi", "hu", "cs", "sk", "sl", "hr", "sr-Latn", "pl", "lt", "tr", "et", "lv"];
  const names = languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: "long", day: "numeric", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_unused, month) => format.formatToParts(Date.UTC(2024, month, 15)));
  });
  const months = names.flat().filter(({ type, value }) => type === "month" && /^\p{L}+$/u.test(value));
  return new RegExp(`^(?:${[...new Set(months.map(({ value }) => value))].join("|")})(?!\\p{L})`, "iu");
}
