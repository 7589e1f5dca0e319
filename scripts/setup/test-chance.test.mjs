import { afterEach, expect, it, vi } from "vitest";
import { chanceOf, sampleOf } from "./test-chance.mjs";

const all = Array.from({ length: 30 }, (_, index) => index);

function set(environment) {
  for (const [name, value] of Object.entries({ PARLEY_TEST_HEAVY: "", PARLEY_TEST_NOTES: "", ...environment }))
    vi.stubEnv(name, value);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("draws the same sample from the same seed, another from another, in order, and says what it left out", () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => {});
  const draw = (seed) => {
    set({ PARLEY_TEST_SEED: seed });
    return sampleOf(all, 10, "numbers");
  };
  const first = draw("7");
  expect(first).toHaveLength(10);
  expect(first).toEqual([...new Set(first)].sort((a, b) => a - b));
  expect(draw("7")).toEqual(first);
  expect(draw("8")).not.toEqual(first);
  expect(said).toHaveBeenCalledWith("left out 20 of 30 numbers; PARLEY_TEST_HEAVY=1 tries all");
  expect(said).toHaveBeenCalledWith("seed numbers: PARLEY_TEST_SEED=7");
});

it("takes all where it is asked to", () => {
  set({ PARLEY_TEST_HEAVY: "1" });
  expect(sampleOf(all, 10, "numbers")).toEqual(all);
});

it("has numbers from all of 0 to 1 for each name", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  set({ PARLEY_TEST_SEED: "3" });
  const drawn = ["one", "two"].map((name) => {
    const chance = chanceOf(name);
    return Array.from({ length: 2_000 }, chance);
  });
  expect(drawn[0]).not.toEqual(drawn[1]);
  for (const numbers of drawn) {
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(numbers.reduce((sum, one) => sum + one) / numbers.length).toBeCloseTo(0.5, 1);
  }
});
