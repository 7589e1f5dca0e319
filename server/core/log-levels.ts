/** What a line can weigh, the heaviest first. */
export const logLevelNames = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevelNames)[number];

/** How much is logged: in general, and by loggers that differ. */
export interface LogLevels {
  base: LogLevel;
  loggers: Readonly<Record<string, LogLevel>>;
}

/**
 * Reads `info`, `turns=debug` or `info,turns=debug,http=warn`: what it does not name stays as it is.
 * @returns undefined when it is none of these.
 */
export function readLogLevels(text: string, now: LogLevels = { base: "info", loggers: {} }): LogLevels | undefined {
  let { base } = now;
  const loggers = new Map(Object.entries(now.loggers));
  for (const part of text.split(",").map((piece) => piece.trim())) {
    const [first = "", second, ...more] = part.split("=").map((piece) => piece.trim());
    const level = logLevelNames.find((name) => name === (second ?? first));
    if (level === undefined || more.length > 0) return undefined;
    if (second === undefined) base = level;
    else if (/^[a-z][a-z-]{0,30}$/.test(first)) loggers.set(first, level);
    else return undefined;
  }
  return { base, loggers: Object.fromEntries(loggers) };
}

/** The same in one line, to be read again. */
export function writeLogLevels({ base, loggers }: LogLevels): string {
  return [base, ...Object.entries(loggers).map(([name, level]) => `${name}=${level}`)].join(",");
}
