import { expect, it } from "vitest";
import { readConfig } from "./config/config.ts";
import { createLogger, namedLogger } from "./log.ts";
import { toPlainLine } from "./log-lines.ts";

it("a line for a terminal has its time, level, message and fields in words", () => {
  const lines: string[] = [];
  const log = namedLogger(createLogger("info", { write: (line) => void lines.push(toPlainLine(line)) }), "db");
  log.info({ applied: 12 }, "Database is up to date");
  log.warn({ host: "db.acme.example", tries: [1, 2] }, "Database is slow");
  log.error("Database is gone");
  expect(lines.map((line) => line.slice(9))).toEqual([
    "Database is up to date (db, applied: 12)\n",
    "Warning: Database is slow (db, host: db.acme.example, tries: [1,2])\n",
    "Error: Database is gone (db)\n",
  ]);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d /);
});

it("a terminal shows plain lines and only warnings; a log collector gets JSON", () => {
  const { isTTY } = process.stdout;
  try {
    process.stdout.isTTY = true;
    expect(readConfig({})).toMatchObject({ hasPlainLogs: true, logLevel: "warn,loop=error" });
    expect(readConfig({ LOG_LEVEL: "debug" })).toMatchObject({ hasPlainLogs: true, logLevel: "debug" });
    expect(readConfig({ NODE_ENV: "production" })).toMatchObject({ hasPlainLogs: false, logLevel: "info" });
    process.stdout.isTTY = false;
    expect(readConfig({})).toMatchObject({ hasPlainLogs: false, logLevel: "info" });
  } finally {
    process.stdout.isTTY = isTTY;
  }
});
