/** Log levels, most severe first. */
export const logLevelNames = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevelNames)[number];

/** Log levels: the general one, and those of loggers that differ. */
export interface LogLevels {
  base: LogLevel;
  loggers: Readonly<Record<string, LogLevel>>;
}

/**
 * Parses `info`, `turns=debug` or `info,turns=debug,http=warn`; levels that are not named keep their value.
 * @returns undefined when the text is invalid.
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

/** The levels in one line that {@link readLogLevels} can parse. */
export function writeLogLevels({ base, loggers }: LogLevels): string {
  return [base, ...Object.entries(loggers).map(([name, level]) => `${name}=${level}`)].join(",");
}
