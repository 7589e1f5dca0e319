import { expect, it, vi } from "vitest";
import { createLogger, logLevelsOf, namedLogger, setLogLevels } from "./log.ts";
import { readLogLevels, writeLogLevels } from "./log-levels.ts";

it("levels are read in general and by logger, and what is not named stays", () => {
  expect(readLogLevels("debug")).toEqual({ base: "debug", loggers: {} });
  const levels = readLogLevels("warn, turns=debug,http=error");
  expect(levels).toEqual({ base: "warn", loggers: { turns: "debug", http: "error" } });
  expect(readLogLevels("jobs=trace", levels)).toEqual({
    base: "warn",
    loggers: { turns: "debug", http: "error", jobs: "trace" },
  });
  expect(levels && readLogLevels(writeLogLevels(levels))).toEqual(levels);
  for (const wrong of ["", "loud", "turns=loud", "turns=debug=info", "=debug", "info,,", "__proto__=debug"])
    expect(readLogLevels(wrong), wrong).toBeUndefined();
});

it("a logger says as much as its own level lets it, also when that changes later", () => {
  const said: string[] = [];
  const root = createLogger("warn,turns=debug", { write: (line) => void said.push(JSON.parse(line).msg) });
  const [turns, http] = [namedLogger(root, "turns"), namedLogger(root, "http")];
  turns.debug("a");
  http.info("-");
  setLogLevels(root, { base: "info", loggers: { http: "trace", turns: "error" } });
  turns.warn("-");
  http.trace("b");
  root.info("c");
  namedLogger(root, "jobs").info("d");
  namedLogger(root, "http").trace("e");
  expect(said).toEqual(["a", "b", "c", "d", "e"]);
  expect(logLevelsOf(root)).toEqual({
    base: "info",
    loggers: { http: "trace", turns: "error" },
    names: ["http", "jobs", "turns"],
  });
});

it("writes two lines of a failure that repeats itself, and a minute later how many there were", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const said: Record<string, unknown>[] = [];
    const root = createLogger("info", { write: (line) => void said.push(JSON.parse(line)) });
    const jobs = namedLogger(root, "jobs");
    const repeat = () => {
      for (let job = 0; job < 10_000; job += 1) jobs.warn({ job, err: `NOPERM of job ${job}` }, "the queue fails");
    };
    repeat();
    jobs.warn({ err: "another error" }, "the queue fails");
    for (let row = 0; row < 3; row += 1) jobs.warn({ row }, "Slow database statement");
    for (let turn = 0; turn < 3; turn += 1) jobs.info({ err: "same" }, "a turn");
    expect(said.map(({ msg, job }) => [msg, job])).toEqual([
      ["the queue fails", 0],
      ["the queue fails", 1],
      ["the queue fails", undefined],
      ...Array.from({ length: 3 }, () => ["Slow database statement", undefined]),
      ...Array.from({ length: 3 }, () => ["a turn", undefined]),
    ]);
    said.length = 0;
    vi.advanceTimersByTime(60_000);
    expect(said).toMatchObject([
      { logger: "jobs", msg: "the queue fails", err: "NOPERM of job 9999", repeated: 9_998 },
    ]);
    repeat();
    expect(said).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(said).toMatchObject([{ repeated: 9_998 }, { repeated: 10_000 }]);
    // After a minute without the line, the next one is written again.
    vi.advanceTimersByTime(60_000);
    repeat();
    expect(said).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});
