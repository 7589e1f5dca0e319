import type { EmbedTexts } from "../../../embeddings/port.ts";
import type { Contradiction } from "../contradictions.ts";
import type { Line } from "../lines.ts";
import { wordsKey } from "../plain.ts";
import { modelByMeaning, modelByWords, stanceWords } from "./audit-weights.ts";
import { candidatesOf, sentencesIn } from "./candidates.ts";
import { weigh } from "./contradiction-model.ts";
import type { StanceModel } from "./stance.ts";

/** A sentence that a policy probably contradicts. */
export interface Opposed {
  start: number;
  end: number;
  line: Line;
  /** That it does, 0 to 1, as often as in the texts that the weights were fitted on. */
  probability: number;
  /** The same for a reply as people write them. */
  confidence: number;
  /** In what, where the rules know it; none where only the whole of both tells. */
  contradictions: Contradiction[];
}

/** Of the sentences that the weights were fitted on so many are wrong; in replies they are fewer, which is assumed and not counted. */
const shareFitted = 0.4;
const shareInReplies = 0.2;

/** A probability where fewer are wrong (Bayes: the odds are those of the fit times the ratio of both shares' odds). */
function inReplies(probability: number): number {
  const odds = (share: number) => share / (1 - share);
  const shifted = (odds(Math.min(probability, 0.999)) * odds(shareInReplies)) / odds(shareFitted);
  return shifted / (1 + shifted);
}

/** What a text comes to beside policies. */
export interface WeighedText {
  opposed: Opposed[];
  /** Where the sentences begin that the policies say something to. */
  spokenOf: ReadonlySet<number>;
}

/** With a smaller share for "none of these lines" they speak of it. */
const mostOfNothing = 0.3;

/**
 * The sentences of an English text that lines of policies probably contradict. Weights fitted on pairs say which line a sentence speaks of and
 * whether both can be right: by values, duties and negations that the rules find, and by how kind each of the two is to a customer.
 */
export async function weighText(
  text: string,
  lines: readonly Line[],
  embed: EmbedTexts | undefined,
): Promise<WeighedText> {
  const sentences = sentencesIn(text).filter(({ plain }) => !isQuoted(plain, lines));
  const { candidates, byMeaning, ofText } = await candidatesOf(sentences, lines, { embed, stance: () => stanceModel });
  const model = byMeaning ? modelByMeaning : modelByWords;
  const isForeign = ofText < (byMeaning ? leastOfText.byMeaning : leastOfText.byWords);
  const line = isForeign ? lineOfForeign : model.line;
  const spokenOf = new Set<number>();
  const opposed = sentences.flatMap(({ start, end }, index) => {
    const own = candidates[index] ?? [];
    const { probability, about, against, nothing } = weigh(own, model);
    if (nothing < mostOfNothing && !isForeign) spokenOf.add(start);
    const worth = own.map((_candidate, at) => (about[at] ?? 0) * (against[at] ?? 0));
    const best = own[worth.indexOf(Math.max(...worth))];
    if (!best || probability < line) return [];
    return [
      {
        start,
        end,
        line: best.clause.line,
        probability: Math.round(probability * 100) / 100,
        confidence: Math.round(inReplies(probability) * 100) / 100,
        contradictions: best.contradictions,
      },
    ];
  });
  return { opposed, spokenOf };
}

/**
 * A text whose sentences are less near to the policies than this is about something else, and what is told in it has to be all but sure. Of 30
 * texts 29 were nearer to their own policy, and 29 less near to another one.
 */
const leastOfText = { byMeaning: 0.45, byWords: 0.16 };
const lineOfForeign = 0.85;

/** Words that stand in the policy just so: it says the same, whatever else it says. */
const leastVerbatim = 4;

/** Whether a line has the words of a statement just so. */
export function isQuoted(plain: string, lines: readonly Pick<Line, "key">[]): boolean {
  const key = wordsKey(plain);
  return key.split(" ").length >= leastVerbatim && lines.some((line) => line.key.includes(key));
}

/** A term and its weight in hundredths each. */
const stanceModel: StanceModel = {
  bias: stanceWords.bias,
  weights: new Map(
    stanceWords.terms
      .trim()
      .split(/(?<!\s)\s*;\s*/)
      .map((entry) => {
        const at = entry.lastIndexOf(" ");
        return [entry.slice(0, at), Number(entry.slice(at + 1)) / 100] as const;
      }),
  ),
};
