import type { ComparedRow } from "../../../../protocol/copilot.ts";
import { languageOf } from "../../../text/language.ts";
import { contentStems } from "../../../text/words.ts";
import { coverageOf, weighTerms } from "../../check/term-weights.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import { readQuestion } from "../../extractive/confidence.ts";
import { cosineOf, vectorsOf } from "./vectors.ts";

/** Share of a focus, by weight of its words, that a row must have, and the cosine that does as well. */
const leastShare = 0.5;
const nearFocus = 0.55;

/** The rows that have to do with what matters to whoever asks; none when nothing has. */
export async function concerning(
  rows: ComparedRow[],
  { focus, locale, embed }: { focus: string; locale: string; embed: EmbedTexts | undefined },
): Promise<ComparedRow[]> {
  const texts = rows.map(({ aspect, cells }) => `${aspect}\n${cells.map(({ text }) => text).join("\n")}`);
  const language = languageOf(texts.join("\n"), locale);
  const { stems: wanted } = readQuestion(focus, language);
  const stems = texts.map((text) => new Set(contentStems(text, language)));
  const weights = weighTerms([...wanted], stems);
  const [asked, ...vectors] = await vectorsOf([focus, ...texts], embed);
  return rows.filter((_row, index) => {
    const shares = coverageOf(weights, stems[index] ?? new Set());
    return shares >= leastShare || cosineOf(asked, vectors[index]) >= nearFocus;
  });
}
