import type { KnownChange } from "./compare-truth.ts";

/** A change that an editor of a policy makes: what is sought, and what is written in its place. */
interface Edit {
  pattern: RegExp;
  write(match: RegExpExecArray): string;
}

const times = (digits: string) => String(Math.round(Number(digits.replaceAll(",", "")) * 1.5) + 1);

const edits: Edit[] = [
  {
    pattern: /\b(\d{1,3}) ((?:business |calendar )?(?:day|hour|minute|month|year|week)s)\b/,
    write: ([, count = "", unit]) => `${times(count)} ${unit}`,
  },
  { pattern: /\$(\d[\d,]*)\b(?!\.)/, write: ([, count = ""]) => `$${times(count)}` },
  { pattern: /\b(\d{1,2})%/, write: ([, count = ""]) => `${times(count)}%` },
  {
    pattern: /\b(January|February|March|April|May|June|July|August|September|October|November) (\d{1,2}), (20\d\d)\b/,
    write: ([, , day, year]) => `December ${day}, ${Number(year) + 1}`,
  },
  { pattern: /\bmust not\b/, write: () => "may" },
  { pattern: /\bmay not\b/, write: () => "may" },
  { pattern: /\bmust\b(?! not)/, write: () => "may" },
  { pattern: /\b(?:are|is) required to\b/, write: () => "may" },
  { pattern: /\bwill not\b/, write: () => "will" },
  { pattern: /\bcannot\b/, write: () => "can" },
  { pattern: /\bat least\b/, write: () => "at most" },
  { pattern: /\bnever\b/, write: () => "always" },
  { pattern: /\bfree of charge\b/, write: () => "for a fee" },
];

/** Other words for the same: they are no changes of the kinds that are sought. */
const synonyms: [RegExp, string][] = [
  [/\bcustomers\b/g, "clients"],
  [/\binformation\b/g, "details"],
  [/\bprovide\b/g, "supply"],
  [/\brequest\b/g, "inquiry"],
];

export interface Planted {
  text: string;
  changes: KnownChange[];
}

/**
 * A Markdown text as a later version of itself: every second paragraph with something to change is changed in one thing, every fifth is worded
 * otherwise, and one section stands elsewhere. Each change is told as in `compare-truth.ts`.
 */
export function plantEdits(content: string): Planted {
  const changes: KnownChange[] = [];
  let [seen, reworded] = [0, 0];
  const paragraphs = content.split("\n").map((line, index) => {
    if (/^\s*(?:#|```|\||---|<!--)|^\w+:|\]\(/.test(line) || line.trim() === "") return line;
    const possible = edits.flatMap((edit) => {
      const match = edit.pattern.exec(line);
      return match ? [{ match, edit }] : [];
    });
    const chosen = possible[(index + seen) % Math.max(1, possible.length)];
    if (chosen) {
      seen += 1;
      if (seen % 2 === 0) return line;
      const { match, edit } = chosen;
      const there = edit.write(match);
      changes.push({ here: match[0], there });
      return line.slice(0, match.index) + there + line.slice(match.index + match[0].length);
    }
    reworded += 1;
    return reworded % 5 === 0 ? synonyms.reduce((text, [pattern, word]) => text.replace(pattern, word), line) : line;
  });
  return { text: withMovedSection(paragraphs.join("\n")), changes };
}

/** The second section of the second level is put at the end. */
function withMovedSection(content: string): string {
  const parts = content.split(/^(?=## )/m);
  if (parts.length < 4) return content;
  const [moved] = parts.splice(2, 1);
  return `${parts.join("").trimEnd()}\n\n${moved ?? ""}`;
}
