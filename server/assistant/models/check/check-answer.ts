import type { CheckedSentence } from "../../../../protocol/admin-check.ts";
import { isQuestion } from "../../../core/text/is-question.ts";
import { languageOf } from "../../../core/text/language.ts";
import { sentenceSpans } from "../../../core/text/sentences.ts";
import { contentStems } from "../../../core/text/words.ts";
import { tierOf } from "../../grading/tier.ts";
import type { GradeResult, RetrievedChunk, TenantProfile } from "../../ports.ts";

/** Name of the scale of these grades. They are shares, not probabilities, so calibrations of other graders do not apply. */
export const checkGrader = "check-1";

export interface AnswerToCheck {
  /** The visitor's unanswered messages. */
  question: string;
  text: string;
  chunks: RetrievedChunk[];
  tenant: TenantProfile;
}

export interface AnswerCheck {
  sentences: CheckedSentence[];
  missing: string[];
  /** Null when the text contains no statement. */
  grade: GradeResult | null;
  judge: "model" | "rules";
  /** A model should have judged, but failed. */
  failed: boolean;
}

/** Factor for a text that leaves a question unanswered. */
const openShare = 0.7;
/** Highest score when the documents contradict a sentence, regardless of the other sentences. */
const mostWhenContradicted = 0.3;
/** Highest score: words in common prove nothing. */
const most = 0.95;

/** The grade without a model: the share of sentences found in the documents. */
export function gradeBySentences(
  sentences: readonly CheckedSentence[],
  { question, text, tenant }: Pick<AnswerToCheck, "question" | "text" | "tenant">,
): Pick<AnswerCheck, "missing" | "grade"> {
  const stating = sentences.filter(({ verdict }) => verdict !== "aside");
  const missing = unanswered(question, text, tenant.locale);
  if (stating.length === 0) return { missing, grade: null };
  const of = (wanted: CheckedSentence["verdict"]) => stating.filter(({ verdict }) => verdict === wanted);
  const [found, contradicted, absent] = [of("supported"), of("contradicted"), of("not_found")];
  const share = (found.length / stating.length) * (missing.length > 0 ? openShare : 1);
  const score = Math.round(Math.min(most, share, contradicted.length > 0 ? mostWhenContradicted : 1) * 100) / 100;
  const parts = [
    `${found.length} of ${stating.length} statements were found in the documents`,
    ...(contradicted.length > 0
      ? [`${contradicted.length} ${contradicted.length === 1 ? "differs" : "differ"} from them`]
      : []),
    ...(missing.length > 0 ? ["part of the question has no answer"] : []),
  ];
  const listed = (those: CheckedSentence[]) => those.map((each) => each.text);
  return {
    missing,
    grade: {
      score,
      tier: tierOf(score),
      reason: `${parts.join("; ")}.`,
      supported: listed(found),
      unsupported: listed([...contradicted, ...absent]),
      missing,
    },
  };
}

/** Share of a question's words that an answer usually contains. */
const leastOfQuestion = 0.34;
const mostQuestions = 5;
const maxQuestionChars = 300;

/** The visitor's questions that a text does not answer, in their words: the text contains too few words of them. */
export function unanswered(asked: string, text: string, locale: string): string[] {
  const language = languageOf(asked, locale);
  // Words of two different languages cannot be compared.
  if (language !== languageOf(text, locale)) return [];
  const all = sentenceSpans(asked).map(({ start, end }) => asked.slice(start, end).trim());
  const questions = all.filter((sentence) => isQuestion(sentence, language));
  const had = new Set(contentStems(text, language));
  return (questions.length > 0 ? questions : all)
    .filter((question) => {
      const stems = [...new Set(contentStems(question, language))];
      return stems.length > 0 && stems.filter((stem) => had.has(stem)).length < stems.length * leastOfQuestion;
    })
    .slice(0, mostQuestions)
    .map((question) => question.slice(0, maxQuestionChars).toWellFormed());
}

/** A model's statement is matched to the sentence that contains at least this share of its words. */
const leastOfStatement = 0.5;

/**
 * Applies a model's judgement to the sentences. A sentence that the model supports counts as found, unless a number, a negation or an
 * opposite word differs: the agent should check that one. A sentence that the model does not support is not found, even when the words
 * match.
 */
export function withModelsWord(
  sentences: readonly CheckedSentence[],
  { supported, unsupported }: Pick<GradeResult, "supported" | "unsupported">,
): CheckedSentence[] {
  const doubted = matching(sentences, unsupported);
  const backed = matching(sentences, supported);
  return sentences.map((sentence, index) => {
    if (sentence.verdict === "contradicted") return sentence;
    if (doubted.has(index)) return { ...sentence, verdict: "not_found" };
    // Without a passage to show, the agent could not verify the sentence.
    return backed.has(index) && sentence.passage !== null ? { ...sentence, verdict: "supported" } : sentence;
  });
}

/** Indexes of the sentences that the model's shortened statements come from. */
function matching(sentences: readonly CheckedSentence[], statements: readonly string[]): Set<number> {
  const stems = sentences.map(({ text }) => new Set(contentStems(text, languageOf(text))));
  const places = statements.flatMap((statement) => {
    const words = [...new Set(contentStems(statement, languageOf(statement)))];
    const shares = stems.map((each) => words.filter((word) => each.has(word)).length / Math.max(1, words.length));
    const best = Math.max(0, ...shares);
    return best < leastOfStatement ? [] : [shares.indexOf(best)];
  });
  return new Set(places);
}
