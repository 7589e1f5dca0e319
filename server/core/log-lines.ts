import type { DestinationStream } from "pino";
import { z } from "zod";

const lineSchema = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(""),
  logger: z.string().optional(),
});

/** One log line as a person reads it: `14:03:22 Warning: Event loop blocked (loop, blocked_ms: 437)`. */
export function toPlainLine(json: string): string {
  const { level, time, msg, logger, ...fields } = lineSchema.parse(JSON.parse(json));
  const word = level >= 50 ? "Error: " : level >= 40 ? "Warning: " : "";
  const facts = Object.entries(fields).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const more = [...(logger ? [logger] : []), ...facts].join(", ");
  return `${time.slice(11, 19)} ${word}${msg}${more ? ` (${more})` : ""}\n`;
}

/** Writes log lines for a terminal. */
export const plainLines: DestinationStream = {
  write: (line) => void process.stdout.write(toPlainLine(line)),
};
