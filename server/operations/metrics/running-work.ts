/** Names in one answer. */
const maxNames = 5;
/** Ended work that is remembered: the end of a request is told only after the event loop is free again. */
const maxEnded = 50;

interface Work {
  name(): string;
  from: number;
  to: number;
}

/** What this process works on at the moment: requests by route, jobs by queue. */
export class RunningWork {
  readonly #open = new Set<Work>();
  readonly #ended: Work[] = [];

  /**
   * Notes work that begins. Returns what notes its end.
   * @param name asked only when somebody wants to know: a request's route is not known at its beginning. Never an address or an id
   */
  begin(name: () => string): () => void {
    const work: Work = { name, from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.#open.add(work);
    return () => {
      if (!this.#open.delete(work)) return;
      work.to = performance.now();
      this.#ended.push(work);
      if (this.#ended.length > maxEnded) this.#ended.shift();
    };
  }

  /** Names of the work that was running at a moment, in ms of `performance.now()`, the newest first. */
  at(moment: number): string[] {
    const found = [...this.#open, ...this.#ended].filter(({ from, to }) => from <= moment && to > moment);
    const names = found.sort((one, other) => other.from - one.from).map((work) => work.name());
    return [...new Set(names)].slice(0, maxNames);
  }
}
