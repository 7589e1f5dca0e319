import { expect, it } from "vitest";
import { createUntold, lookWord } from "./untold.ts";

it("has each channel looked at once, and once more where that could not be told", async () => {
  const told: string[] = [];
  let isAway = false;
  const untold = createUntold(async (channel, text) => {
    if (isAway) throw new Error("away");
    told.push(`${channel} ${text}`);
  });
  for (const channel of ["a", "b", "a"]) untold.note(channel);
  isAway = true;
  untold.flush();
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  isAway = false;
  untold.flush();
  untold.flush();
  expect(told.toSorted()).toEqual([`a ${lookWord}`, `b ${lookWord}`]);
});
