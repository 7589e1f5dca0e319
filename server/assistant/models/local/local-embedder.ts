import { availableParallelism } from "node:os";
import { localEmbeddingModels } from "../../../core/config/config.ts";
import type { SizedEmbeddingPort } from "../embeddings/port.ts";
import { rememberQuestions } from "../embeddings/remember-questions.ts";
import type { Precision } from "./minilm-graph.ts";
import { EmbeddingWorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

/**
 * Both are all-MiniLM-L6-v2. Its weights are part of a package, so nothing is downloaded. The second is rounded to 8 bits and takes about
 * half the time; its vectors cannot be compared with those of the first.
 */
const precisions: Record<(typeof localEmbeddingModels)[number], Precision> = {
  "minilm-l6-v2": "fp32",
  "minilm-l6-v2-int8": "int8",
};
const localDimensions = 384;
/** Machines with at least this many cores can permanently use two for embedding. A second thread takes as much memory as the first. */
const coresForTwo = 4;
/** Threads for waiting documents while no visitor asks. */
const threadsForDocuments = 2;

export interface LocalEmbedderOptions extends Pick<WorkerPoolOptions, "onFallback"> {
  /** One of `localEmbeddingModels`; default: the first. */
  model?: string;
  threads?: number;
}

/** Sentence embeddings on this machine, in worker threads instead of the event loop. Loads the model with the first text. */
export function createLocalEmbedder(options: LocalEmbedderOptions = {}): SizedEmbeddingPort {
  const { threads = availableParallelism() >= coresForTwo ? 2 : 1, onFallback } = options;
  const model = localEmbeddingModels.find((name) => name === options.model) ?? localEmbeddingModels[0];
  const precision = precisions[model];
  const pool = new EmbeddingWorkerPool({
    precision,
    size: threads,
    bulkSize: Math.max(threads, Math.min(threadsForDocuments, availableParallelism())),
    ...(onFallback ? { onFallback } : {}),
  });
  const embedQuestions = rememberQuestions((texts) => texts.map((text) => pool.run(text, "query")));
  return {
    model,
    dimensions: localDimensions,
    embed: (texts, { priority }) =>
      priority === "query" ? embedQuestions(texts) : Promise.all(texts.map((text) => pool.run(text, "bulk"))),
    warmUp: () => pool.start(),
    close: () => pool.close(),
  };
}
