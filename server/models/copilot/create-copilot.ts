import { ModelFailure } from "../../assistant/ports.ts";
import { intentByModel } from "../../copilot/intent-by-model.ts";
import { classifyByRules } from "../../copilot/intent-rules.ts";
import type { CopilotModel, IntentPort, SumUpTalk, WriteWebQuery } from "../../copilot/ports.ts";
import type { NameDocuments } from "../../copilot/resolve-documents.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import type { CopilotTask } from "../receipts.ts";
import type { TurnModel } from "../turn-model.ts";
import { auditBy } from "./by-model/audit.ts";
import { compareBy } from "./by-model/compare.ts";
import { inquireBy } from "./by-model/inquire.ts";
import { summarizeBy } from "./by-model/summarize.ts";
import { createCopilotRules } from "./by-rules/copilot-rules.ts";
import { classifyIntentBy } from "./classify-intent.ts";
import { nameDocumentsBy } from "./name-documents.ts";
import { sumUpTalkBy } from "./sum-up-talk.ts";
import { writeWebQueryBy } from "./write-web-query.ts";

/** Who works on a message of the copilot. */
export interface CopilotHands {
  intent: IntentPort;
  /** Present where a model reads names. */
  nameDocuments?: NameDocuments;
  /** Present where a model sums up what was said. */
  sumUp?: SumUpTalk;
  /** Present where a model writes what a search engine is asked. */
  writeWebQuery?: WriteWebQuery;
  model: CopilotModel;
  /** Whether a language model concludes; otherwise results quote and do not judge. */
  hasModel: boolean;
}

interface Parts {
  /** Goes down the chain of candidates, and stops where the budget is used up. */
  turn: Pick<TurnModel, "forCopilot">;
  hasModel: boolean;
  embed: EmbedTexts | undefined;
}

/** The copilot of one message: by a model where there is one, by rules where none is or where the chain ends with them. */
export function createCopilot({ turn, hasModel, embed }: Parts): CopilotHands {
  const rules = createCopilotRules({ embed });
  if (!hasModel)
    return { hasModel, model: rules, intent: { classify: async (input) => classifyByRules(input.text, input) } };
  const by =
    <Input, Result>(
      task: CopilotTask,
      ask: (
        caller: Parameters<Parameters<Parts["turn"]["forCopilot"]>[2]["byModel"]>[0],
        input: Input,
      ) => Promise<Result>,
      byRules: (input: Input, signal: AbortSignal) => Promise<Result>,
    ) =>
    (input: Input, signal: AbortSignal) =>
      turn.forCopilot(task, signal, {
        byModel: (caller) => ask(caller, input),
        byRules: () => byRules(input, signal),
      });
  const classify = by("copilot", classifyIntentBy, async (input: Parameters<IntentPort["classify"]>[0]) =>
    classifyByRules(input.text, input),
  );
  return {
    hasModel,
    intent: intentByModel({ classify }, (error) => {
      if (!(error instanceof ModelFailure)) throw error;
    }),
    // What the rules leave open a person is asked, with or without a model.
    nameDocuments: by("copilot", nameDocumentsBy, async () => []),
    // Where no model answers, whoever asks has rules of their own.
    sumUp: by("copilot", sumUpTalkBy, async () => ""),
    writeWebQuery: by(
      "copilot",
      (caller, input: Parameters<WriteWebQuery>[0]) =>
        writeWebQueryBy(caller, { ...input, year: new Date().getUTCFullYear() }),
      async () => "",
    ),
    model: {
      readsWhole: false,
      summarize: by("copilot", summarizeBy, rules.summarize),
      inquire: by("copilot", inquireBy, rules.inquire),
      compare: (input, signal) =>
        by(input.focus === null ? "copilot_large" : "copilot", compareBy, rules.compare)(input, signal),
      audit: by("copilot_large", auditBy, rules.audit),
    },
  };
}
