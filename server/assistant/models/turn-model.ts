import type { Usage } from "../../../protocol/messages.ts";
import { calibrated, isGoodEnough } from "../grading/scale.ts";
import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  type HistoryMessage,
  ModelFailure,
  type ModelPort,
  type TenantProfile,
} from "../ports.ts";
import type { ProposedCall } from "../tool-ports.ts";
import { type RecapParts, recapBy, type TextToTranslate, translateBy } from "./chat/agent-tasks.ts";
import type { Caller } from "./chat/chat-tasks.ts";
import { type Extracted, extractBy } from "./chat/extract.ts";
import { proposeBy } from "./chat/propose-calls.ts";
import { contextualizeBy, describeBy, gradeBy, summarizeBy } from "./chat/support-tasks.ts";
import { generateBy } from "./chat/write-answer.ts";
import type { SaidBy } from "./extract-prompt.ts";
import { type ExtractiveAnswerer, extractiveModel } from "./extractive/extractive-answerer.ts";
import { answersByTools } from "./extractive/write-section.ts";
import { promptVersion } from "./prompts.ts";
import type { Candidate, Routes } from "./task-models.ts";
import type { CallMeter, CopilotTask, ModelTask } from "./usage-records.ts";

export interface TurnModelOptions {
  routes: Routes;
  meter: CallMeter;
  rules: ExtractiveAnswerer;
  /** The tenant's budget is used up, and the team should answer instead. */
  isBudgetSpent: boolean;
  /** Candidates are stand-ins from the start, e.g. over budget: their answers are not cached. */
  isStandIn: boolean;
  /** Called with a redacted summary of the reasoning behind the answer. */
  onThinking?: ((summary: string) => void) | undefined;
}

/** A provider with one of these failures is not called again in the same turn: the visitor would wait as long again. */
const lasting = new Set(["timeout", "unavailable", "rate_limited", "spend_limit"]);

/** The graph's model for one turn: tries the candidates in order until one answers, and adds up the turn's usage. */
export class TurnModel implements ModelPort {
  readonly #options: TurnModelOptions;
  readonly #down = new Set<string>();
  /** Author of the answer; decides who can grade it. */
  #writer: Candidate | null = null;
  /** Grader of the answer. */
  #judge: Candidate | null = null;
  #isStandIn: boolean;
  readonly assess?: (input: GenerateInput) => Promise<GradeResult>;
  readonly look?: NonNullable<ModelPort["look"]>;

  constructor(options: TurnModelOptions) {
    this.#options = options;
    this.#isStandIn = options.isStandIn;
    // Only the rules can judge the passages before they write.
    if (options.routes.generate[0]?.client === null && !options.isBudgetSpent)
      this.assess = (input) => this.#assessByRules(input);
    if (options.routes.look.length > 0)
      this.look = (input, signal) =>
        this.#firstOf("look", signal, {
          byModel: (caller) => describeBy(caller, input),
          byRules: () => Promise.reject(new ModelFailure("unavailable", "rules cannot see")),
        });
  }

  contextualize(input: Parameters<ModelPort["contextualize"]>[0], signal: AbortSignal): Promise<ContextualizeResult> {
    return this.#firstOf("contextualize", signal, {
      byModel: (caller) => contextualizeBy(caller, input),
      byRules: () => this.#options.rules.contextualize(input),
    });
  }

  async act(input: Parameters<NonNullable<ModelPort["act"]>>[0], signal: AbortSignal): Promise<ProposedCall[]> {
    if (this.#options.isBudgetSpent) return [];
    return this.#firstOf("act", signal, {
      byModel: (caller) => proposeBy(caller, input),
      byRules: () => this.#options.rules.act(input),
    });
  }

  async generate(input: GenerateInput, onToken: (text: string) => void, signal: AbortSignal): Promise<GeneratedAnswer> {
    if (this.#options.isBudgetSpent) throw new ModelFailure("budget", "the tenant's budget is used up");
    return this.#firstOf("generate", signal, {
      byModel: (caller) => generateBy(caller, input, { token: onToken, thinking: this.#options.onThinking }),
      byRules: () => this.#writeByRules(input, onToken, signal),
      // Another candidate may start again when the visitor has seen nothing.
      mayRestart: input.tenant.answer_mode === "verify_first",
    });
  }

  /** The grade on the tenant's scale, together with the grader's own. */
  async grade(input: GenerateInput & { answer: GeneratedAnswer }, signal: AbortSignal): Promise<GradeResult> {
    const { rules, routes } = this.#options;
    // The rules grade only their own answers; they cannot judge other texts.
    if (this.#writer?.client === null) return onRulesScale(await rules.grade(input), input);
    const candidates = routes.grade.filter(({ client }) => client !== null);
    const result = await this.#firstOf("grade", signal, {
      candidates,
      byModel: (caller) => gradeBy(caller, input),
      byRules: () => rules.grade(input),
    });
    // Answers from tools have a separate scale: calibrations are fitted on answers from documents.
    const besides = input.results?.length ? ", with tools" : "";
    const grader = graderName(this.#writer ?? routes.generate[0], this.#judge);
    return calibrated(result, `${grader}${besides}`, input.tenant);
  }

  summarize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<string> {
    return this.#firstOf("summarize", signal, {
      byModel: (caller) => summarizeBy(caller, input),
      byRules: () => this.#options.rules.summarize(input),
    });
  }

  /** @throws ModelFailure `unavailable` when no model translates; the rules cannot. */
  translate(input: TextToTranslate, signal: AbortSignal): Promise<string> {
    return this.#firstOf("translate", signal, {
      byModel: (caller) => translateBy(caller, input),
      byRules: () => Promise.reject(new ModelFailure("unavailable", "rules cannot translate")),
    });
  }

  /** @throws ModelFailure when no model summarizes. */
  recap(input: { history: HistoryMessage[]; language: string }, signal: AbortSignal): Promise<RecapParts> {
    return this.#firstOf("summarize", signal, {
      candidates: this.#options.routes.summarize.filter(({ client }) => client !== null),
      byModel: (caller) => recapBy(caller, input),
      byRules: () => Promise.reject(new ModelFailure("unavailable", "rules quote and do not sum up")),
    });
  }

  /** Extracts memories from a conversation. @throws ModelFailure also when there is no model. */
  extract(said: readonly SaidBy[], signal: AbortSignal): Promise<Extracted[]> {
    return this.#firstOf("extract", signal, {
      byModel: (caller) => extractBy(caller, said),
      byRules: () => Promise.reject(new ModelFailure("unavailable", "rules cannot extract memories")),
    });
  }

  /** Runs a task of the copilot with the first available candidate. @throws ModelFailure */
  forCopilot<Result>(
    task: CopilotTask,
    signal: AbortSignal,
    ways: { byModel(caller: Caller): Promise<Result>; byRules(): Promise<Result> },
  ): Promise<Result> {
    return this.#firstOf(task, signal, ways);
  }

  usage(): Usage {
    return this.#options.meter.total;
  }

  isStandIn(): boolean {
    return this.#isStandIn;
  }

  /** When the rules stand in for a model, the passages have not been judged yet: a weak answer stays a draft for the agent. */
  async #writeByRules(
    input: GenerateInput,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ): Promise<GeneratedAnswer> {
    const { rules } = this.#options;
    const isWeak = this.assess === undefined && !isGoodEnough(await this.#assessByRules(input), input.tenant);
    return rules.generate(input, isWeak ? () => {} : onToken, signal);
  }

  async #assessByRules(input: GenerateInput): Promise<GradeResult> {
    return onRulesScale(await this.#options.rules.assess(input), input);
  }

  async #firstOf<Result>(
    task: ModelTask,
    signal: AbortSignal,
    ways: {
      byModel(caller: Caller): Promise<Result>;
      byRules(): Promise<Result>;
      candidates?: readonly Candidate[];
      mayRestart?: boolean;
    },
  ): Promise<Result> {
    const all = ways.candidates ?? this.#options.routes[task];
    const up = all.filter(({ provider }) => !this.#down.has(provider));
    let failure: ModelFailure | undefined;
    // A provider's filter that refuses the prompt would also refuse it for another of its models.
    let refusedBy: string | undefined;
    for (const candidate of up.length > 0 ? up : all) {
      const { client, provider } = candidate;
      if (provider === refusedBy) continue;
      try {
        const result = await (client
          ? ways.byModel(this.#options.meter.caller({ task, provider, client, signal }))
          : ways.byRules());
        this.#answeredBy(task, candidate);
        return result;
      } catch (error) {
        if (!(error instanceof ModelFailure) || error.kind === "cancelled") throw error;
        failure = error;
        if (lasting.has(error.kind)) this.#down.add(provider);
        if (error.kind === "refused") refusedBy = provider;
        if (error.partial !== "" && !ways.mayRestart) break;
      }
    }
    throw failure ?? new ModelFailure("unavailable", "no model is set for this task");
  }

  #answeredBy(task: ModelTask, candidate: Candidate): void {
    if (task === "generate") this.#writer = candidate;
    if (task === "grade") this.#judge = candidate;
    if ((task === "generate" || task === "grade") && candidate !== this.#options.routes[task][0])
      this.#isStandIn = true;
  }
}

/** A grade based on tools is not calibrated: it is a rule, not a probability. */
function onRulesScale(result: GradeResult, { results, tenant }: GenerateInput): GradeResult {
  return answersByTools(results) ? result : calibrated(result, graderName(null), tenant);
}

/**
 * Name of a grade's scale: it depends on the author, the grader and the prompts. The rules grade only their own answers, so they have one
 * name.
 */
export function graderName(writer: Candidate | null | undefined, judge?: Candidate | null): string {
  if (!writer?.client) return extractiveModel;
  const judged = judge?.client ? `, graded by ${judge.provider}:${judge.client.model}` : "";
  return `${writer.provider}:${writer.client.model}${judged}, prompts ${promptVersion}`;
}
