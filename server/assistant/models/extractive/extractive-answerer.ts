import { setTimeout as sleep } from "node:timers/promises";
import type { Usage } from "../../../../protocol/messages.ts";
import { languageOf } from "../../../core/text/language.ts";
import { firstOfEach, headingOf, sectionKey } from "../../../core/text/section.ts";
import { shortenAtWord } from "../../../core/text/shorten.ts";
import { stemOf } from "../../../core/text/stems.ts";
import { contentCount, contentStems, wordsOf } from "../../../core/text/words.ts";
import { tierOf } from "../../grading/tier.ts";
import { openQuestions } from "../../open-questions.ts";
import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  ModelFailure,
  type ModelPort,
  type RetrievedChunk,
  type TenantProfile,
} from "../../ports.ts";
import type { ProposedCall } from "../../tool-ports.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import type { ModelTask, RecordCall } from "../usage-records.ts";
import { type AskedQuestion, confidenceOf, readQuestion } from "./confidence.ts";
import { proposeByRules } from "./propose-by-rules.ts";
import { answersByTools, gradeToolAnswer, withMemories, writeSection, writeToolAnswer } from "./write-section.ts";

/** Raise this when answers or grades for the same question change: a tenant's calibration belongs to one model. */
export const extractiveModel = "extractive-7";
/** Below this confidence the passages are unrelated to the question, and no draft is written. */
const refuseBelow = 0.1;
/** Characters of a message in a summary. */
const maxSummaryChars = 200;
/** Most sections in one answer: one for each question in the message. */
const mostAnswers = 2;
/** Characters of a section that are compared with the question: no passage is longer. */
const mostRead = 2_400;
/** Minimum number of words in a heading. A question that contains all words of such a heading asks for its section. */
const leastHeadingStems = 2;

export interface ExtractiveOptions {
  recordCall: RecordCall;
  /** Pause between two pieces of text in ms, so that the visitor can read along. */
  paceMs: number;
  /** Computes vectors of sentences; without it, tools are chosen by words alone. */
  embed?: EmbedTexts | undefined;
}

/**
 * Answers without a language model: shows the best section found, verbatim, with its source. The confidence comes from a calibration on
 * public questions (`confidence.ts`). Costs nothing, sends nothing to a provider, invents nothing.
 */
export class ExtractiveAnswerer implements ModelPort {
  readonly #options: ExtractiveOptions;

  constructor(options: ExtractiveOptions) {
    this.#options = options;
  }

  /** A message without a content word refers to the previous question; any other message is searched unchanged. */
  async contextualize({
    question,
    history,
    tenant,
    memories = [],
  }: Parameters<ModelPort["contextualize"]>[0]): Promise<ContextualizeResult> {
    return this.#timed("contextualize", () => {
      const before = history.findLast(({ role, content }) => role === "visitor" && hasContent(content, tenant));
      const asked = before && !hasContent(question, tenant) ? `${before.content} ${question}` : question;
      const meant = withMemories(asked, memories);
      return { question: meant, unchanged: meant === question };
    });
  }

  async act(input: Parameters<NonNullable<ModelPort["act"]>>[0]): Promise<ProposedCall[]> {
    const { embed } = this.#options;
    return this.#timed("act", () => proposeByRules(input, { embed, locale: input.tenant.locale }));
  }

  async assess(input: GenerateInput): Promise<GradeResult> {
    return judge(input);
  }

  async generate(input: GenerateInput, onToken: (text: string) => void, signal: AbortSignal): Promise<GeneratedAnswer> {
    const { results = [] } = input;
    const answer = await this.#timed("generate", () => {
      if (answersByTools(results)) return writeToolAnswer(results);
      return judge(input).score < refuseBelow ? { text: "", citations: [] } : writeSections(input);
    });
    for (const piece of piecesOf(answer.text)) {
      if (signal.aborted) throw new ModelFailure("cancelled", "the turn was stopped", { cause: signal.reason });
      onToken(piece);
      if (this.#options.paceMs > 0) await sleep(this.#options.paceMs);
    }
    return answer;
  }

  async grade(input: GenerateInput & { answer: GeneratedAnswer }): Promise<GradeResult> {
    return this.#timed("grade", () => judge(input));
  }

  /** The visitor's open questions, shortened but not rephrased. */
  async summarize({ question, history }: Parameters<ModelPort["summarize"]>[0]): Promise<string> {
    return this.#timed("summarize", () =>
      openQuestions(history, question)
        .slice(-4)
        .map((message) => `- ${shortenAtWord(message, maxSummaryChars)}`)
        .join("\n"),
    );
  }

  usage(): Usage {
    return { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_micros: 0 };
  }

  async #timed<Result>(task: ModelTask, work: () => Result | Promise<Result>): Promise<Result> {
    const started = performance.now();
    const result = await work();
    this.#options.recordCall({
      task,
      provider: "extractive",
      model: extractiveModel,
      input_tokens: 0,
      output_tokens: 0,
      cached_tokens: 0,
      cost_micros: 0,
      latency_ms: performance.now() - started,
      first_token_ms: null,
      outcome: "ok",
    });
    return result;
  }
}

function hasContent(message: string, { locale }: TenantProfile): boolean {
  return contentCount(message, languageOf(message, locale)) > 0;
}

function questionOf({ question, hint, chunks, tenant }: GenerateInput): AskedQuestion {
  // A hint affects the choice of the section; it is not shown.
  const asked = hint ? `${question} ${hint}` : question;
  return readQuestion(asked, languageOf(chunks[0]?.text ?? "", tenant.locale));
}

function judge(input: GenerateInput): GradeResult {
  const { results = [], chunks } = input;
  if (answersByTools(results)) return gradeToolAnswer(results);
  const sections = firstOfEach(chunks, sectionKey);
  const question = questionOf(input);
  const shown = chosenOf(sections, question);
  const [best] = shown;
  // Other sections in the answer do not lower the confidence.
  const rivals = sections.filter((section) => !shown.includes(section));
  const score = best ? Math.round(confidenceOf(question, [best, ...rivals]) * 100) / 100 : 0;
  const missing = best ? missingWords(question, best) : [];
  return {
    score,
    tier: tierOf(score),
    reason: best ? reasonFor(best) : "No passage was found.",
    supported: best ? [best.text.slice(0, 200).toWellFormed()] : [],
    unsupported: [],
    missing,
    ...(best ? {} : { is_vetoed: true }),
  };
}

/** "r" for "are" tells an agent nothing. */
const singleLetter = /^\p{Script=Latin}$/u;

/** The question's words that the section does not contain, as the visitor typed them. */
function missingWords({ text, language, stems }: AskedQuestion, best: RetrievedChunk): string[] {
  const body = (best.section?.text ?? best.text).slice(0, mostRead);
  const has = new Set(contentStems(`${best.title} ${best.heading ?? ""} ${body}`, language));
  const isAbsent = (stem: string) => stems.has(stem) && !has.has(stem);
  const words = wordsOf(text, language).filter((word) => !singleLetter.test(word));
  return [...new Set(words.filter((word) => isAbsent(stemOf(word, language))))];
}

function reasonFor({ parts }: RetrievedChunk): string {
  const words = `matches ${Math.round((parts.coverage ?? 0) * 100)} % of the question's words (rare words count more)`;
  const meaning = parts.vector === undefined ? "" : ` and is ${Math.round(parts.vector * 100)} % similar in meaning`;
  return `The best section ${words}${meaning}.`;
}

/** The best section; for a message that contains all words of several headings, the sections of these headings. */
function chosenOf(sections: RetrievedChunk[], question: AskedQuestion): RetrievedChunk[] {
  const asked = sections.filter((section) => isAskedFor(section, question));
  const chosen = asked.length > 1 ? withOwnWords(asked, question).slice(0, mostAnswers) : [];
  return chosen.length > 1 ? chosen : sections.slice(0, 1);
}

function writeSections(input: GenerateInput): GeneratedAnswer {
  const question = questionOf(input);
  const written = chosenOf(firstOfEach(input.chunks, sectionKey), question).map((section) =>
    writeSection(section, question),
  );
  return {
    text: written.map(({ text }, index) => text.replaceAll("[1]", `[${index + 1}]`)).join("\n\n"),
    citations: written.flatMap(({ citations }, index) => citations.map((each) => ({ ...each, index: index + 1 }))),
  };
}

/** True when the question contains every content word of the heading. */
function isAskedFor(section: RetrievedChunk, { stems, language }: AskedQuestion): boolean {
  const own = new Set(contentStems(headingOf(section), language));
  return own.size >= leastHeadingStems && [...own].every((stem) => stems.has(stem));
}

/** Sections whose heading matches a word of the question that no earlier heading contains. */
function withOwnWords(sections: RetrievedChunk[], { language }: AskedQuestion): RetrievedChunk[] {
  const told = new Set<string>();
  return sections.filter((section) => {
    const fresh = contentStems(headingOf(section), language).filter((stem) => !told.has(stem));
    for (const stem of fresh) told.add(stem);
    return fresh.length >= leastHeadingStems;
  });
}

/** Splits the text into pieces of a few words and keeps white space. */
function piecesOf(text: string): string[] {
  return text.match(/(?<!\s)\s*\S+(?:\s+\S+){0,2}/g) ?? [];
}
