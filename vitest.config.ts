import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import TestSequencer from "./scripts/setup/test-sequencer.mjs";
import { cutTexts } from "./widget/texts.config.ts";

const tests = ["server", "db", "protocol", "scripts", "lab", "ui", "widget", "admin"].map(
  (room) => `${room}/**/*.test.{ts,tsx,mjs}`,
);
const endToEnd = "**/*.e2e.test.ts";
const never = ["**/node_modules/**", "dist/**", "data/**", ".cache/**"];
/**
 * Files that change what others in the same process would find (modules, environment, clock, globals), run others' files once more, or
 * measure the process they are in. Each has a process of its own, which loads the server's modules anew, for eight seconds of the processor; all others share a few.
 */
const alone = [
  "server/assistant/models/library-loading.test.ts",
  "server/knowledge/reading/pdf/garbled.test.ts",
  "server/**/{clock,documented-commands,drain,ending-faults,extractive-answerer,fetch-page,hostile-model,parse-files,production-confirmations,production-desk,production-turns,recorded-replies}.test.ts",
  "admin/src/{tickets/inbox/inbox-store,knowledge/documents/library-store,tickets/composer/typing-signal}.test.ts",
  "widget/src/client/{session,follow}.test.ts",
  "widget/src/loader/loader.test.ts",
  "widget/src/view/status-pace.test.ts",
  "ui/markdown/markdown-writer.test.ts",
  "lab/eval/run-eval.test.ts",
];

/** Reasons: an embedded Postgres takes some seconds to open on a busy machine with two cores. */
const testTimeout = 60_000;
const hookTimeout = 120_000;
/** What a test waits for in a page comes late on a busy machine; only what never comes takes this long. */
const pollTimeout = 15_000;
/** A whole server and a browser, started from nothing. */
const endToEndTimes = { testTimeout: 180_000, hookTimeout: 240_000 };

export default defineConfig({
  plugins: [cutTexts()],
  test: {
    environment: "node",
    pool: "forks",
    // Twice the cores of a small machine; five are no faster there. More of a larger one, up to where each may take a
    // gigabyte and nobody notices.
    maxWorkers: Math.min(8, Math.max(4, availableParallelism())),
    testTimeout,
    hookTimeout,
    expect: { poll: { timeout: pollTimeout } },
    sequence: { sequencer: TestSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: tests,
          exclude: [endToEnd, ...alone, ...never],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "alone", include: alone, exclude: never, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        // A server and a browser each.
        test: {
          name: "whole",
          include: [endToEnd],
          exclude: never,
          ...endToEndTimes,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
