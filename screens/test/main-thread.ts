import type { Browser, Page } from "playwright-core";
import { z } from "zod";

/** So often a measurement is made before its best counts: what disturbs it makes it longer, never shorter. */
const tries = 6;

/** How much slower the slow machine is that the tests speak of, as in the browser's own tools. */
const slowness = 4;

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
 * layout and paint. Counted is the processor's time and not the clock's, so that other work on the machine does not show.
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
  return (Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) * slowness) / 1_000;
}

/** The best of some measurements, ended early by one that is below `limitMs`. */
export async function bestOf(limitMs: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && best >= limitMs; at++) best = Math.min(best, await measure());
  return best;
}
