/** Longest pattern, and most steps that a pattern may need for the longest text. */
const maxPatternChars = 200;
const maxSteps = 1_000_000;

/**
 * Checks that an untrusted regular expression ends soon for every text of up to `maxChars`: no repeated group that contains a repetition or
 * alternatives, no look-around, no back reference, and few enough unbounded repetitions to try all combinations quickly. It may reject safe
 * patterns, but never accepts an unsafe one.
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
  // Without `^`, the pattern is tried at each position too.
  const powers = ways.openEnds + (bare.startsWith("^") ? 0 : 1);
  return Math.max(maxChars, 2) ** powers * ways.choices <= maxSteps;
}

/** Replaces escapes and classes by one letter, because characters in them are not operators. */
function withoutClasses(pattern: string): string {
  // pattern-bound 200: maxPatternChars
  const letters = pattern.replace(/\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gu, "a");
  // pattern-bound 200: maxPatternChars
  return letters.replace(/\[[^\]]*\]/g, "a").replaceAll("(?:", "(");
}

/**
 * Counts unbounded repetitions (or those of more than 20) and the combined alternatives of the rest; undefined when a repeated group
 * contains alternatives or a repetition.
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

/** The number of possible lengths of the repetition at this position; undefined when there is no repetition. */
function repetitionAt(bare: string, at: number): number | undefined {
  // pattern-bound 200: maxPatternChars
  const [, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})/.exec(bare.slice(at)) ?? [];
  if (sign === "?") return 2;
  if (sign) return Number.POSITIVE_INFINITY;
  if (least === undefined) return undefined;
  if (comma && most === "") return Number.POSITIVE_INFINITY;
  const longest = Number(most || least);
  if (comma && longest > 20) return Number.POSITIVE_INFINITY;
  // A fixed count adds no alternatives; a repeated group with alternatives is rejected elsewhere.
  return comma ? longest - Number(least) + 1 : 1;
}
