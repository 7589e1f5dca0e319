import { defines } from "./answer-shape.ts";
import type { Question } from "./question-terms.ts";
import { type Quote, quoteAround } from "./quote-context.ts";
import { namesSide, type ScoredUnit } from "./score-units.ts";

/** What answers the question, each from one source: one quote, or one for each side of a comparison. */
export function pickQuotes(question: Question, scored: ScoredUnit[]): Quote[] {
  const ranked = scored.toSorted((one, other) => other.score - one.score);
  const chosen = question.sides ? bestOfSides(question, ranked) : [];
  const best = chosen.length > 0 ? chosen : ranked.slice(0, 1);
  const quotes: Quote[] = [];
  for (const unit of best) {
    if (
      quotes.some(({ units }) => units.some((each) => each.unit.start === unit.unit.start && each.chunk === unit.chunk))
    )
      continue;
    quotes.push(quoteAround(unit, scored, question));
  }
  return quotes;
}

/** What is said of each side: one unit that names both, or the best of each. A side that no passage names is left open. */
function bestOfSides(question: Question, ranked: ScoredUnit[]): ScoredUnit[] {
  const picked: ScoredUnit[] = [];
  const { language } = question;
  for (const side of question.sides ?? []) {
    if (picked.some((unit) => namesSide(side, unit, language) && defines(unit, { stems: side, language }))) continue;
    const candidates = ranked.filter((unit) => namesSide(side, unit, language));
    const best = candidates.find((unit) => defines(unit, { stems: side, language })) ?? candidates[0];
    if (best && !picked.includes(best)) picked.push(best);
  }
  return picked;
}
