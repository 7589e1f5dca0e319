import type { LoggerOptions } from "pino";

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
export function limitRepeats(): LogMethod {
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
