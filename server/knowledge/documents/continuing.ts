/** A stored passage of a document. */
export interface StoredPassage {
  /** Headings above it, the outermost first, joined by `>`. */
  heading: string | null;
  text: string;
}

/** Longest overlap that a passage repeats from the previous passage: one and a half times the overlap in pack-pieces.ts. */
const maxOverlapChars = 225;
/** Heading levels in Markdown. The document's title is level 1. */
const topLevel = 2;
const lowestLevel = 6;

/**
 * Renders a passage as the continuation of the previous one, in Markdown: adds the headings that start in it and removes repeated
 * sentences.
 */
export function continuing(before: StoredPassage | undefined, passage: StoredPassage): string {
  const path = pathOf(passage.heading);
  const above = pathOf(before?.heading ?? null);
  const shared = before === undefined ? 0 : sharedLength(above, path);
  const headings = path
    .map((text, index) => `${"#".repeat(Math.min(lowestLevel, topLevel + index))} ${text}`)
    .slice(shared);
  const isSame = before !== undefined && before.heading === passage.heading;
  const text = isSame ? withoutRepeats(before.text, passage.text) : passage.text;
  return [...headings, text].join("\n\n");
}

function pathOf(heading: string | null): string[] {
  return heading === null ? [] : heading.replace(/\s+/g, " ").split(" > ");
}

function sharedLength(one: string[], other: string[]): number {
  const differs = other.findIndex((text, index) => one[index] !== text);
  return differs < 0 ? other.length : differs;
}

/** Removes sentences that repeat the previous passage. Keeps a table header, because rows mean nothing without it. */
function withoutRepeats(before: string, text: string): string {
  for (let length = Math.min(maxOverlapChars, text.length, before.length); length > 0; length -= 1) {
    const isWhole = length === text.length || /\s/.test(text[length] ?? "");
    if (isWhole && before.endsWith(text.slice(0, length)) && startsWord(before, before.length - length)) {
      return text.slice(length).trimStart();
    }
  }
  return text;
}

/** One or two equal letters may be a coincidence. */
function startsWord(text: string, at: number): boolean {
  return at === 0 || /\s/.test(text[at - 1] ?? "");
}
