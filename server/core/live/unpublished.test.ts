import { expect, it } from "vitest";
import { createUnpublished, resyncWord } from "./unpublished.ts";

it("publishes the word for each channel once, and once more where that failed", async () => {
  const told: string[] = [];
  let isAway = false;
  const unpublished = createUnpublished(async (channel, text) => {
    if (isAway) throw new Error("away");
    told.push(`${channel} ${text}`);
  });
  for (const channel of ["a", "b", "a"]) unpublished.note(channel);
  isAway = true;
  unpublished.flush();
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  isAway = false;
  unpublished.flush();
  unpublished.flush();
  expect(told.toSorted()).toEqual([`a ${resyncWord}`, `b ${resyncWord}`]);
});
