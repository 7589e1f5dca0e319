/** Vectors of questions kept, 1.5 KB each at 384 dimensions: visitors of one site ask the same things. */
const rememberedQuestions = 500;

/** Keeps the vectors of the questions asked last; questions asked at the same time share one embedding. */
export function rememberQuestions(
  embed: (text: string) => Promise<Float32Array>,
): (text: string) => Promise<Float32Array> {
  const remembered = new Map<string, Promise<Float32Array>>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) {
      remembered.delete(text);
      remembered.set(text, known);
      return known;
    }
    const vector = embed(text);
    remembered.set(text, vector);
    vector.catch(() => remembered.delete(text));
    const oldest = remembered.keys().next().value;
    if (remembered.size > rememberedQuestions && oldest !== undefined) remembered.delete(oldest);
    return vector;
  };
}
