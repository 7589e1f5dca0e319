import { contentStems } from "../../../../text/words.ts";
import { type Fact, factsIn } from "../facts.ts";
import type { Line } from "../lines.ts";
import { bySense } from "../same-sense.ts";

/** A sentence, or what stands between two marks of it, as it is weighed. */
export interface Read {
  plain: string;
  stems: ReadonlySet<string>;
  facts: readonly Fact[];
}

/** A line of a policy or a part of it that may be contradicted by itself. */
export interface Clause extends Read {
  line: Line;
}

/** "Dogs are welcome; cats are not": two statements in one. */
const joint = /;\s+|,\s+(?:but|otherwise|except)\s+/;
const fewestWords = 3;

export function readEnglish(plain: string): Read {
  return {
    plain,
    stems: new Set(bySense(contentStems(plain, "en"), "en")),
    facts: factsIn(plain, "en", "loose"),
  };
}

/** The whole line first. */
export function clausesOfLine(line: Line): Clause[] {
  const parts = line.plain
    .split(joint)
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= fewestWords);
  return [line.plain, ...(parts.length > 1 ? parts : [])].map((plain) => ({ line, ...readEnglish(plain) }));
}
