/** Abbreviations and numbers end in a dot too, so a sentence ends only before white space and what looks like a start. */
const sentenceEnd = /[.!?…。！？؟]["'»”’)\]]*(?=\s+\S)|\n+/gu;

/**
 * Cuts the finished sentences off a growing text, for a screen reader.
 * Gives them and how far they reach; with `isFinal` what is left counts as finished.
 */
export function takeSentences(text: string, from: number, isFinal: boolean): { sentences: string[]; end: number } {
  const sentences: string[] = [];
  let end = from;
  sentenceEnd.lastIndex = from;
  for (let match = sentenceEnd.exec(text); match; match = sentenceEnd.exec(text)) {
    const next = match.index + match[0].length;
    push(sentences, text.slice(end, next));
    end = next;
  }
  if (!isFinal) return { sentences, end };
  push(sentences, text.slice(end));
  return { sentences, end: text.length };
}

/** More than this is no sentence; a screen reader gets it in pieces, so that no piece takes long to clean and to lay out. */
const maxSpokenChars = 400;

/** Marks and Markdown signs are for the eye. */
function push(sentences: string[], raw: string): void {
  for (let at = 0; at < raw.length; ) {
    const end = endOfPiece(raw, at);
    const spoken = raw
      .slice(at, end)
      .replace(/\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g, "")
      .replace(/!?\[([^\][]*)\]\([^)[]*\)/g, "$1")
      .replace(/^[\s>#*+-]+/, "")
      .replace(/[*`]+/g, "")
      .replace(/\s+([.,;:!?])/g, "$1")
      .replace(/\s+/g, " ")
      .trim();
    if (spoken !== "") sentences.push(spoken);
    at = end;
  }
}

/** Behind the last word that fits. */
function endOfPiece(text: string, from: number): number {
  const limit = from + maxSpokenChars;
  if (limit >= text.length) return text.length;
  const gap = text.lastIndexOf(" ", limit) + 1;
  return gap > from ? gap : limit;
}
