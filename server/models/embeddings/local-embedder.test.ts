import { afterAll, describe, expect, it } from "vitest";
import { createLocalEmbedder } from "./local-embedder.ts";

const embedder = createLocalEmbedder({ threads: 1 });
afterAll(() => embedder.close());

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe("the local embedder", () => {
  it("puts texts of one meaning close together", async () => {
    const [reset, forgot, weather] = await embedder.embed(
      ["How do I reset my password?", "I forgot my password", "What is the weather like?"],
      { priority: "query" },
    );
    if (!reset || !forgot || !weather) throw new Error("three vectors expected");
    expect(reset).toHaveLength(embedder.dimensions);
    expect(cosine(reset, reset)).toBeCloseTo(1, 4);
    expect(cosine(reset, forgot)).toBeGreaterThan(0.6);
    expect(cosine(reset, weather)).toBeLessThan(0.3);
  });

  it("lets a question overtake bulk work", async () => {
    const order: string[] = [];
    const bulk = ["one", "two", "three", "four"].map((text) =>
      embedder.embed([text], { priority: "bulk" }).then(() => order.push(text)),
    );
    const question = embedder.embed(["which is first?"], { priority: "query" }).then(() => order.push("question"));
    await Promise.all([...bulk, question]);
    expect(order.indexOf("question")).toBe(1);
  });

  it("answers a repeated question without the model", async () => {
    const [first] = await embedder.embed(["What do you sell?"], { priority: "query" });
    const [again] = await embedder.embed(["What do you sell?"], { priority: "query" });
    expect(again).toBe(first);
  });

  it("fails what is waiting when it is closed, and everything after", async () => {
    const own = createLocalEmbedder({ threads: 1 });
    const waiting = own.embed(["a", "b"], { priority: "bulk" });
    const failed = expect(waiting).rejects.toThrow("closed");
    await own.close();
    await failed;
    await expect(own.embed(["c"], { priority: "query" })).rejects.toThrow("closed");
  });
});
