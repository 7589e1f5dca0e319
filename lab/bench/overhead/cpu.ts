import { readdirSync, readFileSync } from "node:fs";

/** Linux counts process time in hundredths of a second (sysconf _SC_CLK_TCK is 100 on every platform Node supports). */
const msPerTick = 10;

/** CPU time of a process and all its threads so far, in ms (`/proc/<pid>/stat`, fields 14 and 15). */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid);
  if (!fields) throw new Error(`process ${pid} has exited`);
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** The fields from the third one on; undefined when the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is a name in brackets that may contain spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** CPU time in ms of a server and of its child processes, including ended ones: PostgreSQL has one process per connection. */
export function cpuMsOfTree(pid: number): number {
  let ms = 0;
  for (const id of readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const fields = statOf(id);
    if (!fields || (id !== pid && Number(fields[1]) !== pid)) continue;
    const ended = id === pid ? Number(fields[13]) + Number(fields[14]) : 0;
    ms += (Number(fields[11]) + Number(fields[12]) + ended) * msPerTick;
  }
  return ms;
}

/** Memory of a process in MB from Linux (`/proc/<pid>/status`): resident now, or the peak (`VmHWM`). */
export function memoryMbOf(pid: number, name: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_000);
}

/** The quantile: `share` of all values are below it. */
export function quantile(values: number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
