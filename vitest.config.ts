import { defineConfig } from "vitest/config";

const tests = ["server", "db", "protocol", "scripts", "screens", "widget", "admin"].map(
  (room) => `${room}/**/*.test.{ts,tsx,mjs}`,
);
const endToEnd = "**/*.e2e.test.ts";

/** Reasons: an embedded Postgres takes some seconds to open on a busy machine with two cores. */
const testTimeout = 60_000;
const hookTimeout = 120_000;

export default defineConfig({
  test: {
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    testTimeout,
    hookTimeout,
    projects: [
      {
        extends: true,
        test: { name: "parts", include: tests, exclude: [endToEnd, "**/node_modules/**"], sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        // A whole server and a browser at a time is enough; they start when everything else is through.
        test: {
          name: "whole",
          include: [endToEnd],
          exclude: ["**/node_modules/**", "dist/**", "data/**"],
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
