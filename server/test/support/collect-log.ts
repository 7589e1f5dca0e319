import { pino } from "pino";
import type { RunningServer } from "../../app.ts";

/** Every line that the server logs from now on, at whatever level it has; none goes to standard output. */
export function collectLog({ ctx }: RunningServer): string[] {
  const lines: string[] = [];
  // Loggers of rooms share the stream of the first.
  const stream = (ctx.log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("the server's logger has no stream");
  stream.write = (line) => void lines.push(line);
  return lines;
}
