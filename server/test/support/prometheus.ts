/** Metrics of a process, in Prometheus text format. */
export interface Exposed {
  /** Series names with their label names. */
  series: ReadonlyMap<string, ReadonlySet<string>>;
  /** All label values, so that tests can search them for confidential text. */
  values: ReadonlySet<string>;
  /** Sum of the series with this name and these labels; 0 when there is none. */
  sum(name: string, labels?: Record<string, string>): number;
  text: string;
}

const linePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** @throws Error that names an invalid line. */
export function readExposition(text: string): Exposed {
  const rows = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(readLine);
  const series = new Map<string, Set<string>>();
  for (const { name, labels } of rows) series.set(name, new Set([...(series.get(name) ?? []), ...Object.keys(labels)]));
  return {
    text,
    series,
    values: new Set(rows.flatMap(({ labels }) => Object.values(labels))),
    sum: (name, wanted = {}) =>
      rows
        .filter((row) => row.name === name && Object.entries(wanted).every(([key, value]) => row.labels[key] === value))
        .reduce((sum, { value }) => sum + value, 0),
  };
}

function readLine(line: string): { name: string; labels: Record<string, string>; value: number } {
  const [, name, given = "", value] = linePattern.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no line of Prometheus' format: ${line}`);
  const labels = Object.fromEntries(
    [...given.matchAll(/([\w]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [key, text]),
  );
  return { name, labels, value: Number(value) };
}
