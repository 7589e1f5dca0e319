/** Part of a text as offsets into it, so that a quote can be checked word for word. */
export interface Span {
  start: number;
  end: number;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** Ends of a segment that are no end of a sentence. */
const falseEnd =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|mr|mrs|ms|dr|prof|st|no|nos|fig|approx|inc|ltd|co|dept|est|min|max|sec|vol|ver|p|pp|a\.k\.a|u\.s|v\d+)\.|\b[A-Z]\.|^\s*(?:\d+|[a-z])[.)]|[([][^)\]]*)\s*$/i;

/** Sentences of a text without the white space around them. */
export function sentenceSpans(text: string, within: Span = { start: 0, end: text.length }): Span[] {
  const spans: Span[] = [];
  let open: number | null = null;
  const plain = text
    .slice(within.start, within.end)
    .replaceAll("\n", " ")
    // Dots in inline code (`www.*.example.com`) end no sentence.
    .replace(/`[^`]{1,200}`/g, (code) => `\`${"x".repeat(code.length - 2)}\``);
  for (const { segment, index } of segmenter.segment(plain)) {
    const start: number = open ?? within.start + index;
    const end = within.start + index + segment.length;
    const piece = text.slice(start, end);
    if (falseEnd.test(piece) && end < within.end) {
      open = start;
      continue;
    }
    open = null;
    const span = trimSpan(text, { start, end });
    if (span.end > span.start) spans.push(span);
  }
  return spans;
}

/** The span without the white space at its ends. */
export function trimSpan(text: string, span: Span): Span {
  const slice = text.slice(span.start, span.end);
  return { start: span.end - slice.trimStart().length, end: span.start + slice.trimEnd().length };
}

/** At most `limit` characters of the span, cut after a sentence or else before a word; always a substring of the text. */
export function clipSpan(text: string, span: Span, limit: number): Span {
  if (span.end - span.start <= limit) return span;
  const slice = text.slice(span.start, span.start + limit);
  const sentence = Math.max(
    slice.lastIndexOf(". "),
    slice.lastIndexOf("\n"),
    slice.lastIndexOf("! "),
    slice.lastIndexOf("? "),
    slice.lastIndexOf("。"),
  );
  const cut =
    sentence > limit / 2
      ? sentence + 1
      : slice.lastIndexOf(" ") > limit / 2
        ? slice.lastIndexOf(" ")
        : wholeCharacters(slice);
  return trimSpan(text, { start: span.start, end: span.start + cut });
}

/** Length of the text without a surrogate pair cut in two. */
function wholeCharacters(slice: string): number {
  const last = slice.charCodeAt(slice.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? slice.length - 1 : slice.length;
}
