import { useEffect, useRef } from "preact/hooks";

const passageMark = "#passage=";

/** The linked passage from the URL hash, which browsers do not send to servers. Null: the link is to the whole document. */
export function wantedPassage(): string | null {
  if (!location.hash.startsWith(passageMark)) return null;
  try {
    return decodeURIComponent(location.hash.slice(passageMark.length)).trim() || null;
  } catch {
    // The URL was truncated.
    return null;
  }
}

/** Finds a passage in a text whose line breaks may differ; null when it is not there. */
export function findPassage(text: string, words: string): { from: number; to: number } | null {
  const parts = words.split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+");
  // pattern-example: /Returns\s+are\s+free/u
  const found = new RegExp(pattern, "u").exec(text);
  return found ? { from: found.index, to: found.index + found[0].length } : null;
}

interface PassageTextProps {
  text: string;
  at: { from: number; to: number };
}

/** A text with a passage marked and scrolled into view. */
export function PassageText({ text, at: { from, to } }: PassageTextProps) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => mark.current?.scrollIntoView({ block: "center" }), [text, from]);
  return (
    <>
      {text.slice(0, from)}
      <mark ref={mark} class="doc-passage">
        {text.slice(from, to)}
      </mark>
      {text.slice(to)}
    </>
  );
}
