import { setTimeout as sleep } from "node:timers/promises";
import type { Kind, TamperWorld } from "./world.ts";

/** Time limit of a try, in ms. */
const longestMs = 60_000;

export interface KindResult {
  kind: string;
  tries: number;
  /** Number of approved effects, as in replays and controls. */
  approved: number;
  /** Number of effects beyond the approved ones. */
  executed: number;
}

export interface KindResults {
  results: KindResult[];
  problems: string[];
}

/**
 * Tries each kind this often, some at once, and counts the effects at the system, again at the end to include late effects. Fewer effects
 * than approved are a problem as well as more.
 */
export async function tryKinds(
  world: TamperWorld,
  kinds: readonly Kind[],
  { times, atOnce }: { times: number; atOnce: number },
): Promise<KindResults> {
  const problems: string[] = [];
  const made = kinds.map(() => ({ tries: 0, approved: 0, bookings: [] as string[] }));
  const jobs = kinds.flatMap((kind, index) => Array.from({ length: times }, () => ({ kind, index })));
  const worker = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const { kind, index } = job;
      const about = made[index];
      if (!about) continue;
      try {
        const { bookings, approved = 0 } = await inTime(kind.attempt(world));
        about.bookings.push(...bookings);
        about.approved += approved;
        about.tries += 1;
      } catch (error) {
        problems.push(`${kind.name} was not tried: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const results = kinds.map(({ name }, index): KindResult => {
    const { tries = 0, approved = 0, bookings = [] } = made[index] ?? {};
    const effects = bookings.reduce((sum, booking) => sum + (world.effects.effects.get(booking) ?? 0), 0);
    return { kind: name, tries, approved, executed: effects - approved };
  });
  for (const { kind, executed } of results)
    if (executed !== 0) problems.push(`${kind}: ${executed > 0 ? `${executed} executed` : `${-executed} missing`}`);
  const all = [...world.effects.effects.values()].reduce((sum, effects) => sum + effects, 0);
  const approved = results.reduce((sum, result) => sum + result.approved, 0);
  if (all !== approved && problems.length === 0) problems.push(`${all} effects in all, ${approved} approved`);
  return { results, problems };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = sleep(longestMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`it took more than ${longestMs} ms`);
  });
  // Not awaited once the work is done.
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}
