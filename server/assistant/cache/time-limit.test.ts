import { stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { createTimeLimit } from "./time-limit.ts";

it("a store that answered in time while this process was busy counts as there", async () => {
  let failures = 0;
  const limit = createTimeLimit({ attemptMs: 10, onAway: () => (failures += 1) });
  const answered = limit.attempt(() => stat("."));
  // The answer arrives while nothing else can run.
  for (const until = performance.now() + 60; performance.now() < until; );
  expect(await answered).not.toBeNull();
  expect(failures).toBe(0);
});

it("a store that does not answer is left alone for a while", async () => {
  let failures = 0;
  const limit = createTimeLimit({ attemptMs: 10, onAway: () => (failures += 1) });
  expect(await limit.attempt(() => new Promise(() => {}))).toBeNull();
  expect(await limit.attempt(async () => "there again")).toBeNull();
  expect(failures).toBe(1);
});
