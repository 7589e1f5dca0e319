import type { EmbedTexts } from "../../embeddings/port.ts";
import { cosineOf } from "./vectors.ts";

/** Characters of a statement that are read: they tell what it is about. */
const maxChars = 300;
/** Lines of policies whose vectors are made for one audit, those with most words of the text first; each costs some milliseconds. */
const maxLines = 200;

/** How near a statement and a line of a policy are in meaning. */
export interface Meanings {
  /** Cosine; 0 where nobody compared them. */
  of(said: string, line: string): number;
  /**
   * The same by what is usual among all lines, 0 for as near as any and 1 for the same: cosines of one model, or of one language, are all high or
   * all low.
   */
  above(said: string, line: string): number;
}

const nothing: Meanings = { of: () => 0, above: () => 0 };

/** Vectors of what was said and of lines, the likeliest first. Without an engine, or while it fails, words alone count. */
export async function meaningsOf(
  said: readonly string[],
  lines: readonly string[],
  embed: EmbedTexts | undefined,
): Promise<Meanings> {
  const chosen = [...new Set(lines)].slice(0, maxLines);
  const asked = [...new Set(said)];
  if (!embed || chosen.length === 0 || asked.length === 0) return nothing;
  const vectors = await embed([...asked, ...chosen].map((text) => text.slice(0, maxChars))).catch(() => []);
  const known = new Map([...asked, ...chosen].map((text, index) => [text, vectors[index]]));
  const usual = new Map(
    asked.map((text) => {
      const all = chosen.map((line) => cosineOf(known.get(text), known.get(line)));
      return [text, all.reduce((sum, each) => sum + each, 0) / all.length];
    }),
  );
  const of = (text: string, line: string) => (text === line ? 1 : cosineOf(known.get(text), known.get(line)));
  return {
    of,
    above: (text, line) => {
      const mean = usual.get(text) ?? 1;
      return mean >= 1 ? 0 : (of(text, line) - mean) / (1 - mean);
    },
  };
}
