import type { Browser, Page } from "playwright-core";
import { z } from "zod";

/** So often a measurement is made before its best counts: what disturbs it makes it longer, never shorter. */
const tries = 6;

/** How much slower the slow machine is that the tests speak of, as in the browser's own tools. */
const slowness = 4;

/** What `referenceWork` takes on the machine that the limits were set on, when it does nothing else. */
const referenceMs = 8;

const eventSchema = z.looseObject({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds that the thread worked; time in which the machine did something else is not in it. */
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown().optional() }).optional(),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/**
 * Milliseconds that the longest task of the page takes on a four times slower machine while `work` runs: scripts, style,
 * layout and paint. Counted is the processor's time and not the clock's, and less on a machine that takes longer for a fixed piece
 * of work in the same page, so that neither other work on the machine nor its age shows.
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

/** Runs in the page. Milliseconds of the quickest of a dozen rounds of counting words. */
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

/** The best of some measurements, ended early by one that is below `limitMs`. */
export async function bestOf(limitMs: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && best >= limitMs; at++) best = Math.min(best, await measure());
  return best;
}
