import type { EmbeddingPort } from "./embeddings/port.ts";

/** Questions remembered, 1.5 KB each. One turn asks for the same vector up to three times: cache, search, cache again. */
const maxQuestions = 500;

/** The same embedder, which embeds a question that was asked a moment ago only once. Bulk texts pass through. */
export function rememberQuestions(embeddings: EmbeddingPort): EmbeddingPort {
  const known = new Map<string, Promise<Float32Array>>();

  async function embedOne(text: string): Promise<Float32Array> {
    const [vector] = await embeddings.embed([text], { priority: "query" });
    if (!vector) throw new Error("the embedder gave no vector");
    return vector;
  }

  function vectorOf(text: string): Promise<Float32Array> {
    const vector = known.get(text) ?? embedOne(text);
    known.delete(text);
    known.set(text, vector);
    // A failure is not remembered.
    vector.catch(() => known.delete(text));
    for (const oldest of known.keys()) {
      if (known.size <= maxQuestions) break;
      known.delete(oldest);
    }
    return vector;
  }

  return {
    model: embeddings.model,
    dimensions: embeddings.dimensions,
    embed: (texts, options) =>
      options.priority === "query" ? Promise.all(texts.map(vectorOf)) : embeddings.embed(texts, options),
    close: () => embeddings.close(),
  };
}
