import type { LoggerOptions } from "pino";

/** A line that says the same again within this time is counted instead of written. */
const windowMs = 60_000;
/** The first lines within that time: their ids differ, and two of them tell one case from many. */
const linesPerWindow = 2;
/** Kinds of trouble that are counted at once; what comes beyond them is written. */
const mostKinds = 1_000;
/** Pino's number of the level `warn`. */
const warnLevel = 40;

interface Kind {
  lines: number;
  /** Lines that were not written since the last one that was. */
  repeated: number;
  /** Writes the last of them, with their number. */
  write(repeated: number): void;
}

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/**
 * Keeps a loop that fails again and again from filling the disk: of lines of level `warn` and above with the same text and the same error two are
 * written in a minute, and at its end one more with the number of the others (`repeated`). Lines that have fields and no `err` tell of different
 * things and are all written.
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

/** Text and error without numbers and ids, which differ from line to line. Undefined: not to be counted. */
function kindOf(args: readonly unknown[]): string | undefined {
  const [first, text] = args;
  if (typeof first === "string") return first;
  if (typeof first !== "object" || first === null || !("err" in first)) return undefined;
  const { err } = first;
  const said = err instanceof Error ? err.message : typeof err === "string" ? err : JSON.stringify(err);
  return `${text}: ${said}`.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g, "#");
}
