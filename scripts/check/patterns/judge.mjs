import { createHash } from "node:crypto";
import recheck from "recheck";
import { simplify } from "./simplify.mjs";
import { attackText, timeOf, wordTexts } from "./try-pattern.mjs";

/** An attack of this length on a pattern without a bound; one whose time grows with the square takes a second. */
const attackChars = 32_000;
const wordChars = 8_000;
/** A linear pattern takes a few ms for either, on a busy machine too. */
const maxMs = 50;
/** The analyser gives up after this, in ms. What it knows after a few seconds it mostly knows after one. */
const timeout = 4_000;

/** By what a verdict is found again: a pattern that changes is judged anew. */
export function keyOf({ source, flags }) {
  return createHash("sha256").update(`${flags} ${source}`).digest("base64url").slice(0, 16);
}

/**
 * What the analyser says of a pattern: `linear`, `unknown`, or the attack that makes it slow. An attack counts when the engine of Node.js itself is
 * slow on it: the analyser takes its own slowness on a busy machine for the pattern's.
 */
export async function judge(pattern) {
  if (!repeatsWithoutEnd(pattern)) return "linear";
  const simple = simplify(pattern);
  const found = await recheck.check(simple.source, simple.flags, { timeout, maxAttackStringSize: 60_000 });
  if (found.status === "safe") return "linear";
  if (found.status === "vulnerable") {
    const { pumps, suffix } = found.attack;
    const attack = { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix };
    return timeOf(pattern, attackText(attack, attackChars)) < maxMs ? "linear" : attack;
  }
  const slow = wordTexts(pattern, wordChars).find((text) => timeOf(pattern, text) >= maxMs);
  return slow ? { pumps: [{ prefix: "", pump: slow.slice(0, slow.indexOf(" ") + 1) }], suffix: "\u0000" } : "unknown";
}

/** Whether anything in a pattern may come any number of times. Without it each place of a text takes a bounded time. */
function repeatsWithoutEnd({ source }) {
  const bare = source.replace(/\\(?:[pP]\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]/g, "a");
  return /[*+]|\{\d+,\}/.test(bare);
}

/** Why a pattern may not stay as it is; undefined where it may. */
export function problemOf(pattern, verdict, { bound, mayBeUnknown }) {
  if (verdict === "linear") return undefined;
  if (verdict === "unknown") {
    if (mayBeUnknown || bound !== undefined) return undefined;
    return "the analyser comes to no end: rewrite it, or say why it is linear in `// pattern-unknown: <reason>`";
  }
  const chars = bound ?? attackChars;
  const ms = Math.round(timeOf(pattern, attackText(verdict, chars)));
  if (ms < maxMs) return undefined;
  const attack = verdict.pumps.map(
    ({ prefix, pump }) => `${JSON.stringify(prefix)} + ${JSON.stringify(pump)}.repeat(n)`,
  );
  return `not linear: ${ms} ms for ${chars} characters of ${[...attack, JSON.stringify(verdict.suffix)].join(" + ")}`;
}
