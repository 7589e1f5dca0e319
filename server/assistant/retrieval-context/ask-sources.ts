import type { ContextRecord, ContextSource } from "../../../protocol/context-record.ts";
import type { Candidate } from "./candidate.ts";

/** Timeout in ms for optional sources. */
const sourceLimitMs = 300;

export interface Source<Item> {
  name: ContextSource;
  /** Returns its candidates. The signal aborts when the result is no longer needed. */
  ask(signal: AbortSignal): Promise<readonly Candidate<Item>[]>;
  /** The answer needs this source: it has no timeout, and its failure is the caller's. */
  isMain?: boolean;
}

export interface Answered<Item> {
  candidates: Candidate<Item>[];
  sources: ContextRecord["sources"];
}

/**
 * Queries all sources at once. An optional source that is late or fails is left out and reported; a main source is awaited.
 * @throws the error of a main source, and the signal's reason.
 */
export async function askSources<Item>(
  sources: readonly Source<Item>[],
  { signal, limitMs = sourceLimitMs }: { signal: AbortSignal; limitMs?: number | undefined },
): Promise<Answered<Item>> {
  const answers = await Promise.all(sources.map((source) => askOne(source, { signal, limitMs })));
  return {
    candidates: answers.flatMap(({ candidates }) => candidates),
    sources: answers.map(({ timing }) => timing),
  };
}

type Timing = ContextRecord["sources"][number];

async function askOne<Item>(
  source: Source<Item>,
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
): Promise<{ candidates: readonly Candidate<Item>[]; timing: Timing }> {
  const started = performance.now();
  const about = (state: Timing["state"], candidates: readonly Candidate<Item>[]) => {
    const ms = Math.round(performance.now() - started);
    return { candidates, timing: { source: source.name, state, ms, found: candidates.length } };
  };
  if (source.isMain) {
    const candidates = await source.ask(signal);
    return about(performance.now() - started > limitMs ? "slow" : "answered", candidates);
  }
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  try {
    const asked = Promise.resolve().then(() => source.ask(AbortSignal.any([signal, over.signal])));
    const candidates = await Promise.race([asked, late]);
    return candidates === null ? about("late", []) : about("answered", candidates);
  } catch {
    signal.throwIfAborted();
    return about("failed", []);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
