import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type { Logger };

/**
 * Root logger. Lines carry ids (request, turn, tenant), never message text, tokens or secrets: the
 * redaction list is the second line of defence, not the first.
 * @param destination standard output, unless said.
 * @param mixin what every line says besides, such as the trace that it belongs to.
 */
export function createLogger(level: string, destination?: DestinationStream, mixin?: () => object): Logger {
  const options: LoggerOptions = {
    level,
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
  return destination ? pino(options, destination) : pino(options);
}

/** A logger named after its room, e.g. `turns`. */
export function roomLogger(root: Logger, room: string): Logger {
  return root.child({ room });
}
