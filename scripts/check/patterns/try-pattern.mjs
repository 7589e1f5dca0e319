import { readFileSync } from "node:fs";
import vm from "node:vm";

const tries = 3;
/** Longest run of one try, in ms: enough to tell a pattern that takes too long. */
const mostMs = 1_000;

/** Time that a pattern takes to look through a text, in ms, the best of a few. Node.js can end a match that takes longer. */
export function timeOf({ source, flags }, text) {
  const context = vm.createContext({ source, flags: `${flags.replace(/[gy]/g, "")}g`, text });
  let best = mostMs;
  for (let at = 0; at < tries; at += 1) {
    const began = workedMs();
    try {
      vm.runInContext("text.replace(new RegExp(source, flags), '')", context, { timeout: mostMs });
    } catch (error) {
      if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      return mostMs;
    }
    best = Math.min(best, workedMs() - began);
  }
  return best;
}

/** Time of the processor that this thread has had, in ms; without Linux, the clock. */
function workedMs() {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

/** The attack at a length: its parts that repeat, repeated until they fill it. */
export function attackText({ pumps, suffix }, chars) {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const each = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((chars - fixed) / Math.max(1, each)));
  return `${pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("")}${suffix}`;
}

/** Words of a pattern, each repeated: what is tried where the analyser comes to no end. */
export function wordTexts({ source }, chars) {
  const words = new Set(source.match(/\p{L}{2,}(?: \p{L}+)*/gu) ?? []);
  return [...words].slice(0, 60).map((word) => `${`${word} `.repeat(chars / (word.length + 1))}\u0000`);
}
