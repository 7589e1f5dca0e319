import type { Logger } from "./log.ts";

/** Time that a process which met a fault nobody caught gets to end its answers, ms; then it ends as it is. */
const drainLimitMs = 15_000;

export interface LastResort {
  /** Resolves at the first fault. */
  happened: Promise<void>;
  hasHappened(): boolean;
}

/**
 * Takes up what nothing else caught: logged without its text (which may quote a visitor or a secret), and the process is to be
 * drained and ended with exit code 1 by whoever waits for `happened`. It is ended anyway after `limitMs`. Getting here is a
 * defect: the process goes, because nobody knows what state it is in.
 */
export function installCrashHandler(log: Logger, limitMs = drainLimitMs): LastResort {
  let count = 0;
  let tell: () => void = () => {};
  const happened = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const onFault = (kind: string) => (error: unknown) => {
    count += 1;
    log.fatal({ kind, ...describeQuietly(error) }, "Uncaught error; the process finishes running work and exits");
    process.exitCode = 1;
    if (count === 1) setTimeout(() => process.exit(1), limitMs).unref();
    tell();
  };
  process.on("unhandledRejection", onFault("unhandledRejection"));
  process.on("uncaughtException", onFault("uncaughtException"));
  return { happened, hasHappened: () => count > 0 };
}

/** Where it came from: class, code and frames. Never the message. */
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
