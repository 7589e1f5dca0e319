/** Runs one request at a time for one purpose: a newer one aborts the older, whose result is ignored even if it still arrives. */
export function createLatest() {
  let current: AbortController | null = null;
  return {
    async run<T>(
      ask: (signal: AbortSignal) => Promise<T>,
      done: (result: T) => void,
      failed: (error: unknown) => void,
    ): Promise<void> {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      try {
        const result = await ask(mine.signal);
        if (current === mine) done(result);
      } catch (error) {
        if (current === mine && !mine.signal.aborted) failed(error);
      }
    },
    cancel() {
      current?.abort();
      current = null;
    },
  };
}
