import { availableParallelism } from "node:os";
import type { SizedEmbeddingPort } from "./port.ts";
import { rememberQuestions } from "./remember-questions.ts";
import { EmbeddingWorkerPool } from "./worker-pool.ts";

/** all-MiniLM-L6-v2; its weights come with the package, nothing is downloaded. */
const localModelName = "minilm-l6-v2";
const localDimensions = 384;

/** Sentence embeddings on this machine, in threads, never on the event loop. Loads the model with the first text. */
export function createLocalEmbedder(options: { threads?: number } = {}): SizedEmbeddingPort {
  // The API needs a core for itself.
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const pool = new EmbeddingWorkerPool(new URL("./embedding-worker.mjs", import.meta.url), threads);
  const embedQuestion = rememberQuestions((text) => pool.run(text, "query"));
  return {
    model: localModelName,
    dimensions: localDimensions,
    embed: (texts, { priority }) =>
      Promise.all(texts.map((text) => (priority === "query" ? embedQuestion(text) : pool.run(text, "bulk")))),
    close: () => pool.close(),
  };
}
