import { plainText } from "../../../ui/markdown/plain-text.ts";

/** Abbreviations and numbers end in a dot too, so a sentence ends only before white space and what looks like a start. */
const sentenceEnd = /[.!?…。！？؟]["'»”’)\]]*(?=\s+\S)|\n+/gu;

/** The edge of a block of code, and the language behind it. With bounds, so that no line of signs takes long. */
const fence = /^[\s>]{0,9}(`{3,9}|~{3,9})([^\s`]{0,24})[^`\n]*\n*$/;

/** How far a text was cut into sentences. */
export interface Cut {
  end: number;
  /** The edge of the code that the cut is in. */
  code?: string;
}

/**
 * Cuts the finished sentences off a growing text, for a screen reader: those after a place in it. Of code the language is said; the code
 * itself is there to be read. Gives them and how far they reach; with `isFinal` what is left counts as finished.
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

/** More than this is no sentence; a screen reader gets it in pieces, so that no piece takes long to clean and to lay out. */
const maxSpokenChars = 400;

/** Marks and Markdown signs are for the eye. */
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

/** Behind the last word that fits. */
function endOfPiece(text: string, from: number): number {
  const limit = from + maxSpokenChars;
  if (limit >= text.length) return text.length;
  const gap = text.lastIndexOf(" ", limit) + 1;
  return gap > from ? gap : limit;
}
