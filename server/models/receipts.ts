import type { Usage } from "../../protocol/messages.ts";
import type { ModelFailureKind } from "../assistant/ports.ts";

/** What models are asked to do. Each has a model of its own (`task-models.ts`). */
export type ModelTask =
  | "extract"
  | "look"
  | "contextualize"
  | "act"
  | "generate"
  | "grade"
  | "summarize"
  | "translate"
  | CopilotTask;
/** What the copilot asks: its routine by the small model, comparisons and audits by the large one. */
export type CopilotTask = "copilot" | "copilot_large";

/** `cut`: the model had no more room; its answer is not whole. `cut_prompt`: the server left out a part of the prompt without a word. */
export type CallOutcome = "ok" | "cut" | "cut_prompt" | ModelFailureKind;

/** What one call of a model cost: a line of the answer's receipt. */
export interface CallReceipt {
  task: ModelTask;
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  /** Millionths of a US dollar. */
  cost_micros: number;
  /** False: nobody told what this model costs, and the cost above is 0. Absent: true. */
  price_known?: boolean;
  /** True: the provider gave no count, the tokens are our own. Absent: false. */
  tokens_estimated?: boolean;
  latency_ms: number;
  first_token_ms: number | null;
  outcome: CallOutcome;
}

export type RecordCall = (receipt: CallReceipt) => void;

/** Sum of the receipts of a turn. */
export class UsageMeter {
  #sum: Usage = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_micros: 0 };

  add({ input_tokens, output_tokens, cached_tokens, cost_micros }: Usage): void {
    this.#sum = {
      input_tokens: this.#sum.input_tokens + input_tokens,
      output_tokens: this.#sum.output_tokens + output_tokens,
      cached_tokens: this.#sum.cached_tokens + cached_tokens,
      cost_micros: this.#sum.cost_micros + cost_micros,
    };
  }

  get total(): Usage {
    return { ...this.#sum };
  }
}
