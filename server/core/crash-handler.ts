import type { Logger } from "./log.ts";

/** Time in ms that a process has to finish its answers after an uncaught error; then it ends anyway. */
const drainLimitMs = 15_000;

export interface LastResort {
  /** Resolves at the first uncaught error. */
  happened: Promise<void>;
  hasHappened(): boolean;
}

/**
 * Handles uncaught errors: logs them without their text (which may quote a visitor or a secret). The code that awaits `happened` drains the
 * process and ends it with exit code 1. After {@link drainLimitMs} the process is ended anyway. An uncaught error is a defect: the process must end,
 * because its state is unknown.
 */
export function installCrashHandler(log: Logger): LastResort {
  let count = 0;
  let tell: () => void = () => {};
  const happened = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const onFault = (kind: string) => (error: unknown) => {
    count += 1;
    log.fatal({ kind, ...describeQuietly(error) }, "Uncaught error; the process finishes running work and exits");
    process.exitCode = 1;
    if (count === 1) setTimeout(() => process.exit(1), drainLimitMs).unref();
    tell();
  };
  process.on("unhandledRejection", onFault("unhandledRejection"));
  process.on("uncaughtException", onFault("uncaughtException"));
  return { happened, hasHappened: () => count > 0 };
}

/** Where the error came from: class, code and stack frames, never the message. */
function describeQuietly(error: unknown): { err: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { err: typeof error };
  const code = "code" in error ? error.code : undefined;
  const at = (error.stack ?? "").split("\n").filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return {
    err: error.name,
    ...(typeof code === "string" && /^\w{1,40}$/.test(code) ? { code } : {}),
    at: at.slice(0, 12).map((line) => line.trim()),
  };
}
