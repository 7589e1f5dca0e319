/**
 * Processor time that some work takes in this process, in ms: the least of a few tries. Unlike the time on the wall it is hardly
 * touched by what else the machine does.
 */
export function cpuMs(work: () => unknown, tries = 2): number {
  const times = Array.from({ length: tries }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

/** Times as dear for four times as much: 4 in proportion, 16 for the square. */
const tooDear = 9;
/** What a collection of garbage may add, ms. */
const noiseMs = 60;

/**
 * True when work on `size` of something costs in proportion to work on a quarter of it. Only a disproportion that shows every
 * time is one: garbage is collected whenever it is.
 */
export function costsInProportion(workOn: (size: number) => unknown, size: number): boolean {
  return [1, 2, 3].some(() => cpuMs(() => workOn(size), 1) <= tooDear * cpuMs(() => workOn(size / 4)) + noiseMs);
}
