import { createHash } from "node:crypto";
import recheck from "recheck";
import { slownessOf } from "./measure.mjs";
import { ownAttacks } from "./pumps.mjs";
import { simplify } from "./simplify.mjs";

/** recheck gives up after this time. It rarely finds out more later. */
const timeoutMs = 3_000;

/** The key of a verdict: a pattern that changes is checked again. */
export function keyOf({ source, flags }) {
  return createHash("sha256").update(`${flags} ${source}`).digest("base64url").slice(0, 16);
}

/** True when a pattern repeats a group, or repeats anything a varying number of times. Otherwise its time is linear. */
export function repeats({ source }) {
  const bare = source.replace(/\\(?:[pP]\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]/g, "a");
  return /[*+]|\{\d+,|\)\{/.test(bare);
}

/**
 * Checks one pattern. `linear`: recheck calls it safe. `measured`: recheck comes to no result, or its attack is fast in V8,
 * and so are attacks made from the pattern's own parts. Otherwise an attack that is slow in V8.
 */
export async function judge(pattern) {
  const simple = simplify(pattern);
  const found = await recheck.check(simple.source, simple.flags, { timeout: timeoutMs, maxAttackStringSize: 60_000 });
  // Its fuzzer may miss an attack.
  if (found.status === "safe" && found.checker === "automaton") return "linear";
  const attacks = ownAttacks(pattern);
  if (found.status === "vulnerable") {
    const { pumps, suffix } = found.attack;
    attacks.unshift({ pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix });
  }
  return (
    attacks.find((attack) => slownessOf(pattern, attack) !== undefined) ??
    (found.status === "safe" ? "linear" : "measured")
  );
}
