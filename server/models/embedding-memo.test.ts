import { expect, it } from "vitest";
import { rememberQuestions } from "./embedding-memo.ts";
import type { EmbeddingPort } from "./embeddings/port.ts";

function countingEmbedder(): { port: EmbeddingPort; asked: string[]; failing: { now: boolean } } {
  const asked: string[] = [];
  const failing = { now: false };
  const port: EmbeddingPort = {
    model: "m",
    dimensions: 1,
    embed: async (texts) => {
      asked.push(...texts);
      if (failing.now) throw new Error("busy");
      return texts.map((text) => new Float32Array([text.length]));
    },
    close: async () => {},
  };
  return { port, asked, failing };
}

it("embeds a question once, however often it is asked for, and bulk texts each time", async () => {
  const { port, asked } = countingEmbedder();
  const embeddings = rememberQuestions(port);
  const [first, second] = await Promise.all([
    embeddings.embed(["a?"], { priority: "query" }),
    embeddings.embed(["a?"], { priority: "query" }),
  ]);
  expect(first).toEqual(second);
  await embeddings.embed(["a?"], { priority: "query" });
  await embeddings.embed(["a?"], { priority: "bulk" });
  expect(asked).toEqual(["a?", "a?"]);
});

it("does not remember a failure", async () => {
  const { port, failing } = countingEmbedder();
  const embeddings = rememberQuestions(port);
  failing.now = true;
  await expect(embeddings.embed(["a?"], { priority: "query" })).rejects.toThrow("busy");
  failing.now = false;
  expect(await embeddings.embed(["a?"], { priority: "query" })).toEqual([new Float32Array([2])]);
});

it("forgets the questions asked longest ago", async () => {
  const { port, asked } = countingEmbedder();
  const embeddings = rememberQuestions(port);
  for (let index = 0; index <= 500; index += 1) await embeddings.embed([`q${index}`], { priority: "query" });
  await embeddings.embed(["q0"], { priority: "query" });
  await embeddings.embed(["q500"], { priority: "query" });
  expect(asked.filter((text) => text === "q0")).toHaveLength(2);
  expect(asked.filter((text) => text === "q500")).toHaveLength(1);
});
