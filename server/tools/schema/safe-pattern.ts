/** Longest pattern, and most work that one may make for the longest text it is tried on. */
const maxPatternChars = 200;
const maxSteps = 1_000_000;

/**
 * Whether a regular expression that a stranger wrote ends soon for every text of up to `maxChars`: no group that repeats and holds
 * something that repeats or can be read in two ways, no look-around, no back reference, and few enough open ends that even trying all of
 * them is quick. Patterns that are fine may be refused; none that is not is let through.
 */
export function isSafePattern(pattern: string, maxChars: number): boolean {
  if (pattern.length > maxPatternChars) return false;
  try {
    new RegExp(pattern, "u");
  } catch {
    return false;
  }
  if (/\\[1-9]|\\k<|\(\?(?!:)/.test(pattern)) return false;
  const bare = withoutClasses(pattern);
  const ways = countWays(bare);
  if (!ways) return false;
  // Without a `^`, it is tried at each place, too.
  const powers = ways.openEnds + (bare.startsWith("^") ? 0 : 1);
  return Math.max(maxChars, 2) ** powers * ways.choices <= maxSteps;
}

/** Escapes and classes as one letter: what stands in them is no operator. */
function withoutClasses(pattern: string): string {
  // pattern-bound 200: maxPatternChars
  const letters = pattern.replace(/\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gu, "a");
  // pattern-bound 200: maxPatternChars
  return letters.replace(/\[[^\]]*\]/g, "a").replaceAll("(?:", "(");
}

/**
 * How many parts repeat without a limit (or more than 20 times), and in how many ways the others may be read together; undefined where
 * a group that repeats holds a choice or a repetition.
 */
function countWays(bare: string): { openEnds: number; choices: number } | undefined {
  let openEnds = 0;
  let choices = 1 + (bare.split("|").length - 1);
  const groups: { isBranched: boolean; repeats: boolean }[] = [];
  for (let at = 0; at < bare.length; at += 1) {
    const letter = bare[at];
    if (letter === "(") {
      groups.push({ isBranched: false, repeats: false });
      continue;
    }
    const inner = letter === ")" ? groups.pop() : undefined;
    if (letter === "|") for (const group of groups) group.isBranched = true;
    const repetition = repetitionAt(bare, at + 1);
    const isMany = repetition !== undefined && repetition !== 2;
    if (inner && isMany && (inner.isBranched || inner.repeats)) return undefined;
    if (repetition || inner?.repeats) for (const group of groups) group.repeats = true;
    if (repetition === Number.POSITIVE_INFINITY) openEnds += 1;
    else choices *= repetition ?? 1;
  }
  return { openEnds, choices };
}

/** In how many lengths what stands before this place may be read; undefined: in one. */
function repetitionAt(bare: string, at: number): number | undefined {
  // pattern-bound 200: maxPatternChars
  const [, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})/.exec(bare.slice(at)) ?? [];
  if (sign === "?") return 2;
  if (sign) return Number.POSITIVE_INFINITY;
  if (least === undefined) return undefined;
  if (comma && most === "") return Number.POSITIVE_INFINITY;
  const longest = Number(most || least);
  if (comma && longest > 20) return Number.POSITIVE_INFINITY;
  // A fixed number of times multiplies nothing but what stands in the group, which is not let through.
  return comma ? longest - Number(least) + 1 : 1;
}
