import { expect, it, vi } from "vitest";
import type { Logger } from "../log.ts";
import { runEvery } from "../run-every.ts";

/** A log that collects warnings. */
function keepWarnings() {
  const warnings: unknown[][] = [];
  return { warnings, log: { warn: (...words: unknown[]) => warnings.push(words) } as unknown as Logger };
}

it("looks one at a time, goes on after a failure, and stops once the look under way is through", async () => {
  const { warnings, log } = keepWarnings();
  let looks = 0;
  let under = 0;
  let most = 0;
  let finish = () => {};
  let wasToldToStop = false;
  const stop = runEvery({ everyMs: 1, log, failed: "looking failed" }, async (isStopped) => {
    looks++;
    most = Math.max(most, ++under);
    if (looks === 3)
      await new Promise<void>((done) => {
        finish = done;
      });
    wasToldToStop = isStopped();
    under--;
    if (looks === 1) throw new Error("no database");
  });
  await vi.waitUntil(() => looks === 3);
  // Intervals pass during a round: none of them starts another round.
  await new Promise((done) => setTimeout(done, 20));
  expect({ looks, most }).toEqual({ looks: 3, most: 1 });
  expect(warnings).toEqual([[{ err: "no database" }, "looking failed"]]);

  let isOver = false;
  const stopping = stop().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  finish();
  await stopping;
  expect(wasToldToStop).toBe(true);
  await new Promise((done) => setTimeout(done, 20));
  expect(looks).toBe(3);
});

it("begins at once where it is asked to", async () => {
  let looks = 0;
  const stop = runEvery({ everyMs: 60_000, atOnce: true, log: keepWarnings().log, failed: "" }, async () => looks++);
  await stop();
  expect(looks).toBe(1);
});
