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
