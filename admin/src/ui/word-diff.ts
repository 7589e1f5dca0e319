import { plainText } from "../../../ui/markdown/plain-text.ts";

export interface DiffPart {
  type: "same" | "added" | "removed";
  text: string;
}

/** Longer texts would take noticeable time to compare; they are shown without a comparison. */
const maxWords = 600;

/** Compares two texts word by word: the longest common subsequence stays, the rest was removed or added. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > maxWords || b.length > maxWords) return whole(before, after);
  const lengths = commonLengths(a, b);
  const parts: DiffPart[] = [];
  const put = (type: DiffPart["type"], text: string) => {
    const last = parts.at(-1);
    if (last?.type === type) last.text += text;
    else parts.push({ type, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put("same", a[i] ?? "");
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      put("removed", a[i] ?? "");
      i += 1;
    } else {
      put("added", b[j] ?? "");
      j += 1;
    }
  }
  return parts;
}

function whole(before: string, after: string): DiffPart[] {
  return [
    { type: "removed", text: before },
    { type: "added", text: after },
  ];
}

/** Words with the spaces after them, so that the parts add up to the text. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/gu) ?? [];
}

/** For each pair of suffixes, the number of common words. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const [row, next] = [rows[i], rows[i + 1]];
    if (!row || !next) continue;
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
  }
  return rows;
}

/** Compares two answers as displayed: without Markdown syntax, unless only that differs. */
export function diffAnswers(before: string, after: string): DiffPart[] {
  const [plainBefore, plainAfter] = [plainText(before), plainText(after)];
  const isFormatAlone = plainBefore === plainAfter && before !== after;
  return isFormatAlone ? diffWords(before, after) : diffWords(plainBefore, plainAfter);
}
