/**
 * CPU time of some work in this process, in ms: the minimum of a few tries. Other programs on the machine hardly affect it, unlike the
 * elapsed time.
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

/** Cost limit for four times the size: linear work costs 4 times as much, quadratic work 16 times. */
const tooDear = 9;
/** Allowance for a garbage collection, in ms. */
const noiseMs = 60;

/**
 * True when work on `size` costs about four times as much as work on a quarter of it. It fails only when every try is too expensive,
 * because garbage collection may affect single tries.
 */
export function costsInProportion(workOn: (size: number) => unknown, size: number): boolean {
  return [1, 2, 3].some(() => cpuMs(() => workOn(size), 1) <= tooDear * cpuMs(() => workOn(size / 4)) + noiseMs);
}
