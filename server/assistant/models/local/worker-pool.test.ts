import { describe, expect, it, onTestFinished } from "vitest";
import { waitFor } from "../../../test/support/wait-for.ts";
import { EmbeddingWorkerPool } from "./worker-pool.ts";

const texts = Array.from({ length: 40 }, (_, index) => `Kite number ${index} flies in wind of ${index} knots.`);

function openPool(): EmbeddingWorkerPool {
  const pool = new EmbeddingWorkerPool({ precision: "int8", size: 1, bulkSize: 2, spareRestMs: 20 });
  onTestFinished(() => pool.close());
  return pool;
}

describe("a second thread", () => {
  it("helps while many texts of documents wait, gives the same vectors, and ends afterwards", async () => {
    const pool = openPool();
    const [alone] = await Promise.all(texts.slice(0, 3).map((text) => pool.run(text, "bulk")));
    expect(pool.threadCount).toBe(1);
    const vectors = Promise.all(texts.map((text) => pool.run(text, "bulk")));
    expect(pool.threadCount).toBe(2);
    expect((await vectors)[0]).toEqual(alone);
    await waitFor(() => pool.threadCount === 1, { what: "the second thread to end" });
    expect(await pool.run(texts[0] ?? "", "query")).toEqual(alone);
  });

  it("is not started for questions, nor for documents while somebody asks", async () => {
    const pool = openPool();
    const questions = texts.map((text) => pool.run(text, "query"));
    const documents = texts.map((text) => pool.run(text, "bulk"));
    expect(pool.threadCount).toBe(1);
    await Promise.all(questions);
    expect(pool.threadCount).toBe(1);
    await Promise.all(documents);
  });
});

describe("a thread that hangs", () => {
  it("costs its text, and soon no other is started", async () => {
    // No model loads within a millisecond, so every thread counts as stuck.
    const pool = new EmbeddingWorkerPool({ precision: "int8", size: 1, textLimitMs: 1 });
    onTestFinished(() => pool.close());
    const [first, second] = [pool.run("How high?", "query"), pool.run("How far?", "bulk")];
    await expect(first).rejects.toThrow(/did not answer in time/);
    await expect(second).rejects.toThrow(/did not answer in time/);
    expect(pool.threadCount).toBe(0);
    await expect(pool.run("How long?", "query")).rejects.toThrow(/hang/);
    // The threads return later and end.
    await waitFor(
      () =>
        pool.run("How wide?", "query").then(
          () => false,
          (error: Error) => !/hang/.test(error.message),
        ),
      {
        what: "another thread",
        timeoutMs: 60_000,
      },
    );
  }, 90_000);
});
