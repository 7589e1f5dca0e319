/** Most names in one result. */
const maxNames = 5;
/** Ended work that is remembered. The end of a request is reported only after the event loop is free again. */
const maxEnded = 50;

interface Work {
  name(): string;
  from: number;
  to: number;
}

/** Running work of this process: requests by route, jobs by queue. */
export class RunningWork {
  readonly #open = new Set<Work>();
  readonly #ended: Work[] = [];

  /**
   * Notes the start of work. Returns a function that notes its end.
   * @param name called only when the name is needed, because a request's route is unknown at its start. Must never return an address or an
   * id.
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

  /** Names of the work that was running at a moment, in ms of `performance.now()`, newest first. */
  at(moment: number): string[] {
    const found = [...this.#open, ...this.#ended].filter(({ from, to }) => from <= moment && to > moment);
    const names = found.sort((one, other) => other.from - one.from).map((work) => work.name());
    return [...new Set(names)].slice(0, maxNames);
  }
}
