/** A passage of a document, as it is stored. */
export interface StoredPassage {
  /** Headings above it from the outermost in, joined by `>`. */
  heading: string | null;
  text: string;
}

/** Longest part that a passage repeats of the one before it: one and a half times what is aimed at (pack-pieces.ts). */
const maxOverlapChars = 225;
/** Levels of headings: the title of the document is the first. */
const topLevel = 2;
const lowestLevel = 6;

/** A passage as it goes on behind another one: with the headings that begin there, without what it repeats. Markdown. */
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

/** Sentences that end one passage and begin the next are said once. A table's header stays: without it the rows are none. */
function withoutRepeats(before: string, text: string): string {
  for (let length = Math.min(maxOverlapChars, text.length, before.length); length > 0; length -= 1) {
    const isWhole = length === text.length || /\s/.test(text[length] ?? "");
    if (isWhole && before.endsWith(text.slice(0, length)) && startsWord(before, before.length - length)) {
      return text.slice(length).trimStart();
    }
  }
  return text;
}

/** A letter or two at the border may be equal by chance. */
function startsWord(text: string, at: number): boolean {
  return at === 0 || /\s/.test(text[at - 1] ?? "");
}
