import { availableParallelism } from "node:os";
import type { EmbeddingPort } from "./port.ts";
import { EmbeddingWorkerPool } from "./worker-pool.ts";

/** all-MiniLM-L6-v2; its weights come with the package, nothing is downloaded. */
const localModelName = "minilm-l6-v2";
const localDimensions = 384;
/** Vectors of questions kept, 1.5 KB each: visitors of one site ask the same things. */
const rememberedQuestions = 500;

/** Sentence embeddings on this machine, in threads, never on the event loop. Loads the model with the first text. */
export function createLocalEmbedder(options: { threads?: number } = {}): EmbeddingPort {
  // The API needs a core for itself.
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const pool = new EmbeddingWorkerPool(new URL("./embedding-worker.mjs", import.meta.url), threads);
  const remembered = new Map<string, Promise<Float32Array>>();

  function embedQuestion(text: string): Promise<Float32Array> {
    const known = remembered.get(text);
    if (known !== undefined) {
      remembered.delete(text);
      remembered.set(text, known);
      return known;
    }
    const vector = pool.run(text, "query");
    remembered.set(text, vector);
    vector.catch(() => remembered.delete(text));
    const oldest = remembered.keys().next().value;
    if (remembered.size > rememberedQuestions && oldest !== undefined) remembered.delete(oldest);
    return vector;
  }

  return {
    model: localModelName,
    dimensions: localDimensions,
    embed: (texts, { priority }) =>
      Promise.all(texts.map((text) => (priority === "query" ? embedQuestion(text) : pool.run(text, "bulk")))),
    close: () => pool.close(),
  };
}
