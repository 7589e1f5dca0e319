import type { EmbedTexts } from "../../embeddings/port.ts";

/** Characters of a statement that are read: they tell what it is about. */
const maxChars = 300;
/** Statements whose vectors are made for one request; each costs some milliseconds on a small machine. */
const maxTexts = 160;

/** A unit vector for each text; null where there is no engine, or it fails, or there are too many. Words alone count then. */
export async function vectorsOf(
  texts: readonly string[],
  embed: EmbedTexts | undefined,
): Promise<(Float32Array | null)[]> {
  const none = texts.map(() => null);
  if (!embed || texts.length === 0) return none;
  const asked = texts.slice(0, maxTexts).map((text) => text.slice(0, maxChars));
  const made: (Float32Array | null)[] = await embed(asked).catch(() => []);
  return texts.map((_text, index) => made[index] ?? null);
}

/** Of unit vectors, 0 where one is missing. */
export function cosineOf(one: Float32Array | null | undefined, other: Float32Array | null | undefined): number {
  if (!one || !other) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
