/**
 * Cached vectors, 1.5 KB each at 384 dimensions: visitors of a site ask similar questions, and their answers are chosen from the same
 * sentences.
 */
const rememberedTexts = 4_000;

/**
 * Caches the vectors of the most recently used texts. Concurrent requests for a text share one embedding. Unknown texts are embedded
 * together.
 */
export function rememberQuestions(
  embed: (texts: string[]) => Promise<Float32Array>[],
): (texts: string[]) => Promise<Float32Array[]> {
  const remembered = new Map<string, Promise<Float32Array>>();
  return (texts) => {
    const unknown = [...new Set(texts)].filter((text) => !remembered.has(text));
    const made = unknown.length === 0 ? [] : embed(unknown);
    for (const [index, vector] of made.entries()) {
      const text = unknown[index] ?? "";
      remembered.set(text, vector);
      vector.catch(() => remembered.delete(text));
    }
    const vectors = texts.map((text) => {
      const vector = remembered.get(text) ?? Promise.reject(new Error("a text without a vector"));
      remembered.delete(text);
      remembered.set(text, vector);
      return vector;
    });
    for (const text of remembered.keys()) {
      if (remembered.size <= rememberedTexts) break;
      remembered.delete(text);
    }
    return Promise.all(vectors);
  };
}
