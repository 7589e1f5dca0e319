import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { type LogLevels, readLogLevels } from "./log-levels.ts";
import { limitRepeats } from "./log-limit.ts";

export type { Logger };

/** Loggers of rooms by their root, so that their levels can be changed while they are in use. */
const families = new WeakMap<Logger, { levels: LogLevels; rooms: { room: string; logger: Logger }[] }>();

/**
 * Root logger. Lines carry ids (request, turn, tenant), never message text, tokens or secrets: the
 * redaction list is the second line of defence, not the first.
 * @param levels as `LOG_LEVEL` has them: `info`, or `info,turns=debug`.
 * @param destination standard output, unless said.
 * @param mixin what every line says besides, such as the trace that it belongs to.
 */
export function createLogger(levels: string, destination?: DestinationStream, mixin?: () => object): Logger {
  const read = readLogLevels(levels) ?? { base: "info", rooms: {} };
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
  families.set(root, { levels: read, rooms: [] });
  return root;
}

/** A logger named after its room, e.g. `turns`, at the level of that room. */
export function roomLogger(root: Logger, room: string): Logger {
  const logger = root.child({ room });
  const family = families.get(root);
  if (!family) return logger;
  family.rooms.push({ room, logger });
  logger.level = family.levels.rooms[room] ?? family.levels.base;
  return logger;
}

/** How much is logged now, and the rooms that there are. */
export function logLevelsOf(root: Logger): LogLevels & { names: string[] } {
  const family = families.get(root);
  const { base, rooms } = family?.levels ?? { base: "info", rooms: {} };
  return { base, rooms, names: [...new Set(family?.rooms.map(({ room }) => room))].sort() };
}

/** Sets them for all loggers of the root, those that are in use among them. */
export function setLogLevels(root: Logger, levels: LogLevels): void {
  const family = families.get(root);
  if (!family) return;
  family.levels = levels;
  root.level = levels.base;
  for (const { room, logger } of family.rooms) logger.level = levels.rooms[room] ?? levels.base;
}
