import { sentenceSpans } from "../../core/text/sentences.ts";

/** The smallest unit of text that is distributed over passages. */
export interface Piece {
  text: string;
  /** The separator before this piece. */
  joiner: string;
  /** Caption and header of the piece's table. They are repeated in every passage that contains rows of the table. */
  lead?: string;
  /** The label of a group of rows; repeated like the header. */
  label?: string;
  /** May be repeated as overlap. */
  isProse: boolean;
}

/** The target length of a passage, in characters; the local embedding model reads 256 tokens. */
export const targetChars = 1_000;
/** A section up to this length stays whole, to avoid a short last passage. */
const maxChars = 1_250;
/** Length of the overlap between two passages. A thought across the border is then found in both. */
const overlapChars = 150;
/** The steps of a procedure stay together up to this length. The embedding model reads only the beginning. */
const maxStepsChars = 2_400;
/** A remark up to this length between two steps belongs to the first step. */
const maxRemarkChars = 300;

/** Distributes pieces evenly over passages. Pieces that belong together are never divided. */
export function packPieces(pieces: Piece[], total: number): string[] {
  const target = total <= maxChars ? maxChars : Math.ceil(total / Math.ceil(total / targetChars));
  const passages: string[] = [];
  let open: Piece[] = [];
  let repeated = 0;
  for (const group of groupsOf(pieces)) {
    const [first] = group;
    if (first && open.length > repeated && lengthOfPieces(open) + lengthOfPieces(group) > target + overlapChars) {
      passages.push(joinPieces(open));
      open = overlapOf(open, first);
      repeated = open.length;
    }
    open.push(...group);
  }
  if (open.length > repeated) passages.push(joinPieces(open));
  return passages;
}

/**
 * Groups of pieces that stay together: the steps of a procedure with their introduction, unless they are too long; other pieces alone.
 */
function groupsOf(pieces: Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (let at = 0; at < pieces.length; ) {
    const end = endOfSteps(pieces, at);
    const steps = pieces.slice(at, end);
    if (steps.length > 1 && lengthOfPieces(steps) <= maxStepsChars) groups.push(steps);
    else groups.push(...pieces.slice(at, Math.max(end, at + 1)).map((piece) => [piece]));
    at = Math.max(end, at + 1);
  }
  return groups;
}

/** Returns the end of the steps that start at this piece, or after this introduction. Returns `from` when there are none. */
function endOfSteps(pieces: Piece[], from: number): number {
  let at = from;
  if (/[:：]\s*$/.test(pieces[at]?.text ?? "") && !isStep(pieces[at])) at += 1;
  if (!isStep(pieces[at])) return from;
  while (at < pieces.length) {
    if (isStep(pieces[at]) || isInner(pieces[at])) at += 1;
    else if ((pieces[at]?.text.length ?? 0) <= maxRemarkChars && isStep(pieces[at + 1])) at += 1;
    else break;
  }
  return at;
}

/** The number or letter of a step: `1.`, `2.3`, `a)`, `(iv)`. */
const stepPattern = /^\s*(?:\d{1,4}(?:\.\d{1,4}){0,8}[.)]|\d{1,4}(?:\.\d{1,4}){1,8}|\(?(?:[a-z]|[ivxlc]{1,6})[.)])\s/i;

function isStep(piece: Piece | undefined): boolean {
  return piece !== undefined && stepPattern.test(piece.text);
}

/** True for indented lines below a step and for the continuation of a long step. */
function isInner(piece: Piece | undefined): boolean {
  return piece !== undefined && (/^[ \t]+\S/.test(piece.text) || (piece.isProse && piece.joiner === " "));
}

export function lengthOfPieces(pieces: Piece[]): number {
  return sum(pieces.map((each) => each.text.length + each.joiner.length));
}

/** The last sentences of a passage, which are repeated at the start of the next one. */
function overlapOf(pieces: Piece[], next: Piece): Piece[] {
  const last = pieces.at(-1);
  // A procedure step is not a useful overlap.
  if (!last?.isProse || !next.isProse || isStep(last)) return [];
  const spans = sentenceSpans(last.text);
  const tail = spans.at(-1);
  if (!tail) return [];
  let start = tail.start;
  for (const span of spans.toReversed()) {
    if (last.text.length - span.start > overlapChars) break;
    start = span.start;
  }
  const text = last.text.slice(start);
  return text.length <= overlapChars * 1.5 ? [{ text, joiner: "", isProse: true }] : [];
}

function joinPieces(pieces: Piece[]): string {
  return pieces
    .map((piece, index) => {
      const before = pieces[index - 1];
      // The next table may have the same header; a blank line separates the two.
      const goesOn = before !== undefined && before.lead === piece.lead && piece.joiner !== "\n\n";
      const lead = goesOn ? "" : piece.lead;
      const label = goesOn && before.label === piece.label ? "" : piece.label;
      return `${before ? piece.joiner : ""}${[lead, label].map((line) => (line ? `${line}\n` : "")).join("")}${piece.text}`;
    })
    .join("")
    .trim();
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
