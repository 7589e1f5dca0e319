import { readFileSync } from "node:fs";
import vm from "node:vm";

/** Input length at which a regular expression without a limit is tried. */
const fullLength = 32_000;
/** A linear regular expression takes a few milliseconds for that, on any machine. */
const maxMs = 50;
/** Below this, a longer input is not tried. */
const quietMs = 8;
/** Four times the input takes a linear regular expression four times as long, a quadratic one 16 times. */
const longer = 4;
const maxGrowth = 8;
const timeoutMs = 1_000;
const tries = 3;

const context = vm.createContext({});
const script = new vm.Script("text.replace(new RegExp(source, flags), '')");

/**
 * Runs a regular expression in V8 on an attack string. Returns the processor time in milliseconds when it is too slow: above
 * the limit, or growing faster than the input. Returns undefined when it is fast.
 */
export function slownessOf(pattern, attack, bound) {
  const time = timeOf(pattern, attackText(attack, bound ?? fullLength));
  if (time >= maxMs) return time;
  if (bound !== undefined || time < quietMs) return undefined;
  const longTime = timeOf(pattern, attackText(attack, longer * fullLength));
  return longTime > maxGrowth * time ? longTime : undefined;
}

/** The best of a few tries, to leave out pauses of the machine. */
function timeOf({ source, flags }, text) {
  Object.assign(context, { source, flags: `${flags.replace(/[gy]/g, "")}g`, text });
  let best = timeoutMs;
  for (let count = 0; count < tries && best >= quietMs; count += 1) {
    const start = processorMs();
    try {
      script.runInContext(context, { timeout: timeoutMs });
    } catch (error) {
      if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      return timeoutMs;
    }
    best = Math.min(best, processorMs() - start);
  }
  return best;
}

/** CPU time of this thread; wall-clock time on other systems than Linux. */
function processorMs() {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

/** An attack string of a length: each pump is repeated until the text is full. */
function attackText({ pumps, suffix }, length) {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const each = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((length - fixed) / Math.max(1, each)));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
}
