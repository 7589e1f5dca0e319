import { readFileSync } from "node:fs";

/** Linux counts process time in hundredths of a second (sysconf _SC_CLK_TCK is 100 on every platform Node supports). */
const msPerTick = 10;

/** CPU time of a process and all its threads so far, in ms (`/proc/<pid>/stat`, fields 14 and 15). */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is a name in brackets that may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Resident memory of a process, in MB (`/proc/<pid>/status`). */
export function memoryMbOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_000);
}

/** The value below which a share of all values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
