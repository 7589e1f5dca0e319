import { pino } from "pino";
import type { RunningServer } from "../../app.ts";

/** Collects every line that the server logs from now on, at every level. Nothing is written to standard output. */
export function collectLog({ ctx }: RunningServer): string[] {
  const lines: string[] = [];
  // Child loggers share the stream of the root logger.
  const stream = (ctx.log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("the server's logger has no stream");
  stream.write = (line) => void lines.push(line);
  return lines;
}
