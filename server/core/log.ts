import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { type LogLevels, readLogLevels } from "./log-levels.ts";
import { limitRepeats } from "./log-limit.ts";

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
