import { appendFileSync } from "node:fs";

/** The seed when PARLEY_TEST_SEED is not set. */
const ownSeed = newSeed();

export function newSeed() {
  return 1 + Math.floor(Math.random() * 1_000_000_000);
}

/**
 * Random numbers from 0 to 1 that are the same in every run with the same seed: `npm test` gives all its processes one and prints it,
 * PARLEY_TEST_SEED repeats it.
 * @param what whose chance it is, so that two tests do not get the same.
 */
export function chanceOf(what) {
  const seed = Number(process.env.PARLEY_TEST_SEED) || ownSeed;
  tell("seed", `${what}: PARLEY_TEST_SEED=${seed}`);
  let state = seed;
  for (const character of what) state = mixed(state + (character.codePointAt(0) ?? 0));
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mixed(state) / 2 ** 32;
  };
}

/**
 * Some of `all`, in their order, chosen by the seed of this run; all of them when PARLEY_TEST_HEAVY is set. The run's summary reports the
 * number left out.
 * @param what name of the items in the summary: "screens on a phone".
 */
export function sampleOf(all, count, what) {
  if (process.env.PARLEY_TEST_HEAVY || count >= all.length) return [...all];
  const chance = chanceOf(what);
  const drawn = all.map((one, index) => ({ one, index, lot: chance() })).sort((a, b) => a.lot - b.lot);
  leaveOut(`${all.length - count} of ${all.length} ${what}`);
  return drawn
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ one }) => one);
}

/** Has the summary of the run tell what was left out that is tried with PARLEY_TEST_HEAVY set. @param what "14 of 17 heavy texts". */
export function leaveOut(what) {
  tell("left out", `${what}; PARLEY_TEST_HEAVY=1 tries all`);
}

function mixed(state) {
  let value = Math.imul(state ^ (state >>> 15), state | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return (value ^ (value >>> 14)) >>> 0;
}

/** For the end of the run; where a few files are run by hand, at once. */
function tell(kind, text) {
  const notes = process.env.PARLEY_TEST_NOTES;
  if (notes) appendFileSync(notes, `${JSON.stringify({ kind, text })}\n`);
  else console.warn(`${kind} ${text}`);
}
