import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { type LogLevels, readLogLevels } from "./log-levels.ts";

export type { Logger };

/** The named loggers of each root, so that their levels can be changed at run time. */
const families = new WeakMap<Logger, { levels: LogLevels; children: { name: string; logger: Logger }[] }>();

/**
 * Root logger. Lines contain ids (request, turn, tenant), never message text, tokens or secrets: the redaction list is only the second line
 * of defence.
 * @param levels in the format of `LOG_LEVEL`: `info`, or `info,turns=debug`.
 * @param destination default: standard output.
 * @param mixin further fields of every line, such as its trace.
 */
export function createLogger(levels: string, destination?: DestinationStream, mixin?: () => object): Logger {
  const read = readLogLevels(levels) ?? { base: "info", loggers: {} };
  const options: LoggerOptions = {
    level: read.base,
    hooks: { logMethod: limitRepeats() },
    ...(mixin ? { mixin } : {}),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "*.password",
        "*.token",
        "*.authorization",
        "*.cookie",
        "*.api_key",
        "*.content",
        "*.secret",
        "headers",
        "*.headers",
        "req.url",
      ],
      censor: "[removed]",
    },
  };
  const root = destination ? pino(options, destination) : pino(options);
  families.set(root, { levels: read, children: [] });
  return root;
}

/** A child logger with a name, such as `turns`, and the level of this name. */
export function namedLogger(root: Logger, name: string): Logger {
  const logger = root.child({ logger: name });
  const family = families.get(root);
  if (!family) return logger;
  family.children.push({ name, logger });
  logger.level = family.levels.loggers[name] ?? family.levels.base;
  return logger;
}

/** The current levels and the names of all loggers. */
export function logLevelsOf(root: Logger): LogLevels & { names: string[] } {
  const family = families.get(root);
  const { base, loggers } = family?.levels ?? { base: "info", loggers: {} };
  return { base, loggers, names: [...new Set(family?.children.map(({ name }) => name))].sort() };
}

/** Sets the levels of the root and of all its named loggers. */
export function setLogLevels(root: Logger, levels: LogLevels): void {
  const family = families.get(root);
  if (!family) return;
  family.levels = levels;
  root.level = levels.base;
  for (const { name, logger } of family.children) logger.level = levels.loggers[name] ?? levels.base;
}

/** A line repeated within this time is counted instead of written. */
const windowMs = 60_000;
/** Number of lines written within that time: their ids differ, and two of them show whether one case or several are affected. */
const linesPerWindow = 2;
/** Most kinds of line that are counted at the same time; further kinds are always written. */
const mostKinds = 1_000;
/** Pino's number for the level `warn`. */
const warnLevel = 40;

interface Kind {
  lines: number;
  /** Lines suppressed since the last one was written. */
  repeated: number;
  /** Writes the last suppressed line with their number. */
  write(repeated: number): void;
}

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * Keeps a loop that fails again and again from filling the disk: of lines of level `warn` and above with the same text and the same error,
 * two are written per minute, and at its end one more with the number of the others (`repeated`). Lines with fields but without `err`
 * report different things and are all written.
 */
function limitRepeats(): LogMethod {
  const kinds = new Map<string, Kind>();
  const endWindow = (key: string, kind: Kind) => {
    if (kind.repeated === 0) return void kinds.delete(key);
    kind.write(kind.repeated);
    kind.repeated = 0;
    setTimeout(endWindow, windowMs, key, kind).unref();
  };
  return function limit(args, method, level) {
    const key = level < warnLevel ? undefined : kindOf(args);
    if (key === undefined) return method.apply(this, args);
    const known = kinds.get(key);
    if (!known && kinds.size >= mostKinds) return method.apply(this, args);
    const kind = known ?? { lines: 0, repeated: 0, write: () => {} };
    if (!known) {
      kinds.set(key, kind);
      setTimeout(endWindow, windowMs, key, kind).unref();
    }
    if (kind.lines < linesPerWindow) {
      kind.lines += 1;
      return method.apply(this, args);
    }
    kind.repeated += 1;
    const [first, text] = args;
    kind.write = (repeated) =>
      typeof first === "string"
        ? method.call(this, { repeated }, first)
        : method.call(this, { ...Object(first), repeated }, text);
  };
}

/** Text and error without numbers and ids, which differ from line to line. Undefined: not counted. */
function kindOf(args: readonly unknown[]): string | undefined {
  const [first, text] = args;
  if (typeof first === "string") return first;
  if (typeof first !== "object" || first === null || !("err" in first)) return undefined;
  const { err } = first;
  const said = err instanceof Error ? err.message : typeof err === "string" ? err : JSON.stringify(err);
  return `${text}: ${said}`.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g, "#");
}
