import type { Browser, Page } from "playwright-core";
import { z } from "zod";

/** Number of measurements of which the best counts: a disturbance only makes a measurement longer. */
const tries = 6;

/** Slowdown of the slow machine in the tests, as in the browser's developer tools. */
const slowness = 4;

/** Time of `referenceWork` on the machine that the limits were set on, without other load, in ms. */
const referenceMs = 8;

const eventSchema = z.looseObject({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** CPU time of the thread, in microseconds; excludes time in which the machine did other work. */
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown().optional() }).optional(),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/**
 * Duration of the page's longest task on a four times slower machine while `work` runs, in ms: scripts, style, layout and paint. Measures
 * CPU time instead of elapsed time, and reduces it on a machine that needs longer for a fixed piece of work in the same page. Neither other
 * load on the machine nor its age changes the result.
 */
export async function longestTaskMs(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "__metadata"] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid}:${tid}`;
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error("the browser told of no tasks");
  const longest = Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1_000;
  return (longest * slowness) / Math.max(1, (await page.evaluate(referenceWork)) / referenceMs);
}

/** Runs in the page. Time of the fastest of twelve rounds of counting words, in ms. */
function referenceWork(): number {
  const rounds = Array.from({ length: 12 }, () => {
    const from = performance.now();
    const words = new Map<string, number>();
    for (let at = 0; at < 60_000; at += 1) {
      const word = `w${(at * 7919) % 5003}`;
      words.set(word, (words.get(word) ?? 0) + word.length);
    }
    return performance.now() - from;
  });
  return Math.min(...rounds);
}

/** The best of several measurements. Stops early at one that is below `limitMs`. */
export async function bestOf(limitMs: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && best >= limitMs; at++) best = Math.min(best, await measure());
  return best;
}
