import type { Change } from "../../../../protocol/copilot.ts";
import { plainText } from "../../../../ui/markdown/plain-text.ts";

interface ChangedTextProps {
  text: string;
  changes: readonly Change[];
  /** The side of the comparison that the text belongs to. */
  side: "here" | "there";
}

/** A text, without Markdown syntax, with the differences from its counterpart marked. */
export function ChangedText({ text, changes, side }: ChangedTextProps) {
  return (
    <span dir="auto">
      {partsOf(
        plainText(text),
        changes.map((change) => plainText(change[side])),
      ).map(({ text: part, isChanged }, place) =>
        isChanged ? (
          <mark key={place} class="copilot-changed">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </span>
  );
}

/** Splits the text at the changed words; ignores words that are not in it. */
export function partsOf(text: string, words: readonly string[]): { text: string; isChanged: boolean }[] {
  const spans = words
    .filter((word) => word.trim() !== "")
    .map((word) => ({ from: text.indexOf(word), length: word.length }))
    .filter(({ from }) => from >= 0)
    .sort((a, b) => a.from - b.from || b.length - a.length);
  const parts: { text: string; isChanged: boolean }[] = [];
  let at = 0;
  for (const { from, length } of spans) {
    // Contained in a marked range already.
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isChanged: false });
    parts.push({ text: text.slice(from, from + length), isChanged: true });
    at = from + length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isChanged: false });
  return parts;
}
