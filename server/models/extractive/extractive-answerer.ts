import { setTimeout as sleep } from "node:timers/promises";
import type { Usage } from "../../../protocol/messages.ts";
import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  type HistoryMessage,
  ModelFailure,
  type ModelPort,
  type TenantProfile,
} from "../../assistant/ports.ts";
import type { ProposedCall } from "../../assistant/tool-ports.ts";
import { languageOf } from "../../text/language.ts";
import type { ModelTask, RecordCall } from "../receipts.ts";
import type { Evidence } from "./calibration.ts";
import { contextualizeByRules } from "./contextualize.ts";
import { evidenceOf, gradeEvidence } from "./evidence.ts";
import { compareMeaning, type EmbedTexts } from "./meaning.ts";
import { pickQuotes } from "./pick-quotes.ts";
import { proposeByRules } from "./propose-by-rules.ts";
import { type Question, readQuestion } from "./question-terms.ts";
import type { Quote } from "./quote-context.ts";
import { scoreUnits } from "./score-units.ts";
import { answersByTools, gradeToolAnswer, writeToolAnswer } from "./tool-answer.ts";
import { withMemories } from "./with-memories.ts";
import { writeAnswer } from "./write-answer.ts";

/** Raised when answers to the same question change, or their grades: a tenant's calibration counts for one model's. */
export const extractiveModel = "extractive-5";
/** Below this the passages say nothing about the question, and no draft is made of them. */
const refuseBelow = 0.02;

export interface ExtractiveOptions {
  recordCall: RecordCall;
  /** Pause between two pieces of text, so that an answer can be read as it comes. */
  paceMs: number;
  /** Vectors of sentences, one for each text; without it meaning is not compared. */
  embed?: EmbedTexts | undefined;
}

/**
 * Answers without a generative model: takes sentences out of the retrieved passages, word for word, each with its source, and
 * grades itself by the evidence of the search. Costs nothing, sends nothing anywhere, invents nothing.
 */
export class ExtractiveAnswerer implements ModelPort {
  readonly #options: ExtractiveOptions;
  /** The picked units of the last input: `assess`, `generate` and `grade` of a turn ask for the same. */
  #last: { input: GenerateInput; chosen: Promise<Chosen> } | null = null;

  constructor(options: ExtractiveOptions) {
    this.#options = options;
  }

  async contextualize({
    question,
    history,
    tenant,
    memories = [],
  }: Parameters<ModelPort["contextualize"]>[0]): Promise<ContextualizeResult> {
    return this.#timed("contextualize", () => {
      const found = contextualizeByRules(question, history, tenant.locale);
      const meant = withMemories(found.question, memories);
      return meant === found.question ? found : { ...found, question: meant, unchanged: false };
    });
  }

  async act(input: Parameters<NonNullable<ModelPort["act"]>>[0]): Promise<ProposedCall[]> {
    const { embed } = this.#options;
    return this.#timed("act", () => proposeByRules(input, { embed, locale: input.tenant.locale }));
  }

  async assess(input: GenerateInput): Promise<GradeResult> {
    return this.#judge(input);
  }

  /** What the grade of this input rests on. */
  async weigh(input: GenerateInput): Promise<Evidence> {
    const { question, quotes } = await this.#choose(input);
    return evidenceOf(question, input, quotes);
  }

  async generate(input: GenerateInput, onToken: (text: string) => void, signal: AbortSignal): Promise<GeneratedAnswer> {
    const { results = [] } = input;
    const answer = await this.#timed("generate", async () => {
      if (answersByTools(results)) return writeToolAnswer(results);
      const weak = (await this.#judge(input)).score < refuseBelow;
      const { question, quotes } = await this.#choose(input);
      return weak ? { text: "", citations: [] } : writeAnswer(quotes, question);
    });
    for (const piece of piecesOf(answer.text)) {
      if (signal.aborted) throw new ModelFailure("cancelled", "the turn was stopped", { cause: signal.reason });
      onToken(piece);
      if (this.#options.paceMs > 0) await sleep(this.#options.paceMs);
    }
    return answer;
  }

  async grade(input: GenerateInput & { answer: GeneratedAnswer }): Promise<GradeResult> {
    return this.#timed("grade", () => this.#judge(input));
  }

  /** The visitor's last messages, shortened: nothing is worded anew. */
  async summarize({
    question,
    history,
  }: {
    question: string;
    history: HistoryMessage[];
    tenant: TenantProfile;
  }): Promise<string> {
    return this.#timed("summarize", () => {
      const asked = [
        ...history.filter((message) => message.role === "visitor").map((message) => message.content),
        question,
      ];
      return asked
        .slice(-4)
        .map((message) => `- ${firstWords(message, 200)}`)
        .join("\n");
    });
  }

  usage(): Usage {
    return { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_micros: 0 };
  }

  async #judge(input: GenerateInput): Promise<GradeResult> {
    if (answersByTools(input.results)) return gradeToolAnswer(input.results ?? []);
    const { question, quotes } = await this.#choose(input);
    return gradeEvidence(input, evidenceOf(question, input, quotes), { question, quotes });
  }

  #choose(input: GenerateInput): Promise<Chosen> {
    const last = this.#last;
    if (last && last.input.question === input.question && sameChunks(last.input, input) && sameTalk(last.input, input))
      return last.chosen;
    const chosen = chooseQuotes(input, this.#options.embed);
    this.#last = { input, chosen };
    return chosen;
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

interface Chosen {
  question: Question;
  quotes: Quote[];
}

async function chooseQuotes(input: GenerateInput, embed: ExtractiveOptions["embed"]): Promise<Chosen> {
  // A hint steers which passages and sentences count; it is not quoted itself.
  const asked = input.hint ? `${input.question} ${input.hint}` : input.question;
  const question = readQuestion(asked, languageOf(input.chunks[0]?.text ?? "", input.tenant.locale));
  const scored = await compareMeaning(question, scoreUnits(question, input.chunks, input.said), embed);
  return { question, quotes: pickQuotes(question, scored) };
}

function sameChunks(one: GenerateInput, other: GenerateInput): boolean {
  return (
    one.chunks.length === other.chunks.length &&
    one.chunks.every((chunk, index) => chunk.chunk_id === other.chunks[index]?.chunk_id)
  );
}

function sameTalk({ said: one = [] }: GenerateInput, { said: other = [] }: GenerateInput): boolean {
  return one.length === other.length && one.every(({ content }, index) => content === other[index]?.content);
}

/** The text in pieces of a few words, white space kept. */
function piecesOf(text: string): string[] {
  return text.match(/(?<!\s)\s*\S+(?:\s+\S+){0,2}/g) ?? [];
}

function firstWords(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, line.lastIndexOf(" ", limit))} …`;
}
