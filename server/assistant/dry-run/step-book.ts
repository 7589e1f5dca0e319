import type { ContextRecord } from "../../../protocol/context-record.ts";
import { cut } from "../../core/text/shorten.ts";
import type { SupportStateType, SupportUpdate } from "../state.ts";
import { standaloneQuestion } from "../state.ts";
import type { ModelCall } from "../store/model-calls.ts";
import type { WatchNode } from "../turn-ports.ts";
import type { DryRunCache, DryRunPassage, DryRunStep } from "./ports.ts";

/** Longest part of an input text that a step shows, in characters. */
const maxShownChars = 1_500;

/** Inputs and outputs of the nodes of one dry run, in the API's format. */
export class StepBook {
  readonly #calls: readonly ModelCall[];
  readonly #onStep: (step: DryRunStep) => void;
  /** Number of model calls that belong to reported steps. */
  #told = 0;
  #passages: DryRunPassage[] = [];
  #context: ContextRecord | undefined;
  #note: string | undefined;
  #look: DryRunCache | null = null;

  constructor({ calls, onStep }: { calls: readonly ModelCall[]; onStep(step: DryRunStep): void }) {
    this.#calls = calls;
    this.#onStep = onStep;
  }

  /** The search result, for the step that searched. */
  found({
    passages,
    context,
    note,
  }: {
    passages: DryRunPassage[];
    context: ContextRecord;
    note: string | undefined;
  }): void {
    this.#passages = passages;
    this.#context = context;
    this.#note = note;
  }

  /** The cache's decision, for the step that asked it. */
  looked(look: DryRunCache): void {
    this.#look = look;
  }

  tell({ name, state, update, ms }: Parameters<WatchNode>[0]): void {
    const calls = this.#calls.slice(this.#told);
    this.#told = this.#calls.length;
    const look = this.#look;
    this.#look = null;
    this.#onStep({
      node: name,
      input: this.#inputOf(name, state),
      output: { ...this.#outputOf(name, update), ...(look ? { cache: look } : {}) },
      ms,
      ...(calls.length > 0 ? spent(calls) : {}),
      ...(name === "retrieve" && this.#note ? { note: this.#note } : {}),
    });
  }

  #inputOf(node: string, state: SupportStateType): object {
    const question = standaloneQuestion(state);
    const said = state.messages.map(({ role, content }) => ({ role, content: cut(content, maxShownChars) }));
    switch (node) {
      case "check_cache":
        return { question: state.question };
      case "contextualize":
        return { question: state.question, history: said };
      case "clarify":
        return { question, passages: this.#passages.map(({ chunk_id }) => chunk_id) };
      case "generate":
        return {
          question,
          history: question === state.question ? [] : said,
          passages: this.#passages.map(({ chunk_id }) => chunk_id),
        };
      case "grade":
        return { question, answer: cut(state.answer, maxShownChars), citations: state.citations.length };
      case "escalate":
        return { question, reason: state.escalation_reason ?? state.intent };
      case "finish":
        return { answer: cut(state.answer, maxShownChars), is_cache_hit: state.is_cache_hit };
      default:
        return { question };
    }
  }

  #outputOf(node: string, update: SupportUpdate): object {
    const { context: chosen, citations, confidence, grading, messages: _messages, ...rest } = update;
    return {
      ...rest,
      ...(node === "retrieve" && chosen ? { passages: this.#passages, context: this.#context } : {}),
      ...(citations ? { citations } : {}),
      ...(confidence ? { grade: confidence } : {}),
      ...(grading ? { grading } : {}),
    };
  }
}

function spent(calls: readonly ModelCall[]): Pick<DryRunStep, "tokens" | "cost_usd" | "note"> {
  const sum = (count: (call: ModelCall) => number) => calls.reduce((total, call) => total + count(call), 0);
  const names = [...new Set(calls.map(({ provider, model }) => (model === "" ? provider : model)))];
  const failed = calls.filter(({ outcome }) => outcome !== "ok");
  return {
    tokens: { input: sum(({ input_tokens }) => input_tokens), output: sum(({ output_tokens }) => output_tokens) },
    cost_usd: calls.every(({ price_known = true }) => price_known)
      ? sum(({ cost_micros }) => cost_micros) / 1_000_000
      : null,
    note: [names.join(", "), ...failed.map(({ outcome }) => outcome)].join("; "),
  };
}
