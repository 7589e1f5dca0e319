import { expect, it } from "vitest";
import { createLogger, logLevelsOf, roomLogger, setLogLevels } from "./log.ts";
import { readLogLevels, writeLogLevels } from "./log-levels.ts";

it("levels are read in general and by room, and what is not named stays", () => {
  expect(readLogLevels("debug")).toEqual({ base: "debug", rooms: {} });
  const levels = readLogLevels("warn, turns=debug,http=error");
  expect(levels).toEqual({ base: "warn", rooms: { turns: "debug", http: "error" } });
  expect(readLogLevels("jobs=trace", levels)).toEqual({
    base: "warn",
    rooms: { turns: "debug", http: "error", jobs: "trace" },
  });
  expect(levels && readLogLevels(writeLogLevels(levels))).toEqual(levels);
  for (const wrong of ["", "loud", "turns=loud", "turns=debug=info", "=debug", "info,,", "__proto__=debug"])
    expect(readLogLevels(wrong), wrong).toBeUndefined();
});

it("a room says as much as its own level lets it, also when that changes later", () => {
  const said: string[] = [];
  const root = createLogger("warn,turns=debug", { write: (line) => void said.push(JSON.parse(line).msg) });
  const [turns, http] = [roomLogger(root, "turns"), roomLogger(root, "http")];
  turns.debug("a");
  http.info("-");
  setLogLevels(root, { base: "info", rooms: { http: "trace", turns: "error" } });
  turns.warn("-");
  http.trace("b");
  root.info("c");
  roomLogger(root, "jobs").info("d");
  roomLogger(root, "http").trace("e");
  expect(said).toEqual(["a", "b", "c", "d", "e"]);
  expect(logLevelsOf(root)).toEqual({
    base: "info",
    rooms: { http: "trace", turns: "error" },
    names: ["http", "jobs", "turns"],
  });
});
