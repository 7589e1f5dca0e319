import { plainText } from "./plain-text.ts";

/** Abbreviations and numbers end in a dot too, so a sentence ends only before white space and further text. */
const sentenceEnd = /[.!?…。！？؟]["'»”’)\]]*(?=\s+\S)|\n+/gu;

/** The fence of a code block, and the language after it. The limits keep the pattern fast on any line. */
const fence = /^[\s>]{0,9}(`{3,9}|~{3,9})([^\s`]{0,24})[^`\n]*\n*$/;

/** Progress of cutting a text into sentences. */
export interface Cut {
  end: number;
  /** Fence of the code block that contains the position. */
  code?: string;
}

/**
 * Cuts the finished sentences after a position off a growing text, for a screen reader. For code only the language is announced; the code
 * itself stays readable. Returns the sentences and their end; with `isFinal` the remaining text counts as finished.
 */
export function takeSentences(text: string, { end, code = "" }: Cut, isFinal: boolean): { sentences: string[] } & Cut {
  const sentences: string[] = [];
  const take = (next: number) => {
    const piece = text.slice(end, next);
    end = next;
    const [, edge = "", language = ""] = fence.exec(piece) ?? [];
    if (code === "") {
      push(sentences, edge ? language : piece);
      code = edge;
    } else if (edge.startsWith(code) && !language) code = "";
  };
  sentenceEnd.lastIndex = end;
  for (let match = sentenceEnd.exec(text); match; match = sentenceEnd.exec(text)) take(match.index + match[0].length);
  if (isFinal) take(text.length);
  return { sentences, end, code };
}

/** Longer text is no sentence. A screen reader receives it in pieces, so that no piece takes long to clean and lay out. */
const maxSpokenChars = 400;

/** Adds a text without citation marks and Markdown syntax. */
function push(sentences: string[], raw: string): void {
  for (let at = 0; at < raw.length; ) {
    const end = endOfPiece(raw, at);
    const spoken = plainText(raw.slice(at, end).replace(/\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g, ""))
      .replace(/(?<!\s)\s+([.,;:!?])/g, "$1")
      .replace(/\s+/g, " ")
      .trim();
    if (spoken !== "") sentences.push(spoken);
    at = end;
  }
}

/** The end of the last word that fits. */
function endOfPiece(text: string, from: number): number {
  const limit = from + maxSpokenChars;
  if (limit >= text.length) return text.length;
  const gap = text.lastIndexOf(" ", limit) + 1;
  return gap > from ? gap : limit;
}
