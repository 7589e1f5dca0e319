import { markPattern } from "../../core/text/claims.ts";
import { calibrated } from "../grading/scale.ts";
import { type HistoryMessage, ModelFailure, type ModelPort } from "../ports.ts";
import type { RecapParts, TextToTranslate } from "./chat/agent-tasks.ts";
import {
  type AnswerCheck,
  type AnswerToCheck,
  checkGrader,
  gradeBySentences,
  withModelsWord,
} from "./check/check-answer.ts";
import { checkText } from "./check/check-text.ts";
import type { EmbedTexts } from "./embeddings/port.ts";
import type { TurnModel } from "./turn-model.ts";

/** Passages that a model reads, in characters: as much as an answer of the assistant rests on. */
const maxPassageChars = 16_000;
const mostMissing = 10;
const maxMissingChars = 300;

/** The model tasks of an agent who answers. Every call leaves a receipt. */
export interface AgentModel {
  /** Why no model is asked: there is none, or its budget is used up. Null: one is. */
  without: "none" | "over_budget" | null;
  /** Holds a text against passages. @throws ModelFailure `cancelled` alone: where no model judges, the rules do. */
  check(input: AnswerToCheck, signal: AbortSignal): Promise<AnswerCheck>;
  /** @throws ModelFailure also where there is no model: nothing else translates. */
  translate(input: TextToTranslate, signal: AbortSignal): Promise<string>;
  /** Null where no model sums up, or none answers. @throws ModelFailure `cancelled` alone. */
  recap(input: { history: HistoryMessage[]; language: string }, signal: AbortSignal): Promise<RecapParts | null>;
}

export interface AgentModelParts extends Pick<AgentModel, "without"> {
  /** Whether a model grades; a tenant may leave that to the rules. */
  grades: boolean;
  /** Asked only if nothing speaks against it. */
  model: Pick<TurnModel, "grade" | "translate" | "recap">;
  embed?: EmbedTexts | undefined;
}

/** The agent's model: sentences by rules, the grade by a model where there is one. */
export function createAgentModel({ without, grades, model, embed }: AgentModelParts): AgentModel {
  return {
    without,
    async check(input, signal) {
      const sentences = await checkText({ ...input, locale: input.tenant.locale, embed });
      if (signal.aborted) throw new ModelFailure("cancelled", "nobody waits for it", { cause: signal.reason });
      const byModel = grades && input.chunks.length > 0 ? await gradeByModel(model, input, signal) : null;
      if (byModel) {
        const missing = byModel.missing.filter((each) => each.trim() !== "").slice(0, mostMissing);
        return {
          sentences: withModelsWord(sentences, byModel),
          missing: missing.map((each) => each.slice(0, maxMissingChars).toWellFormed()),
          grade: byModel,
          judge: "model",
          failed: false,
        };
      }
      const { missing, grade } = gradeBySentences(sentences, input);
      const onScale = grade && calibrated(grade, checkGrader, input.tenant);
      const failed = byModel === undefined;
      return { sentences, missing, grade: onScale, judge: "rules", failed };
    },
    async translate(input, signal) {
      if (without !== null) throw new ModelFailure("unavailable", "no model translates");
      return model.translate(input, signal);
    },
    recap: async (input, signal) =>
      without === null ? ((await orUndefined(model.recap(input, signal))) ?? null) : null,
  };
}

/** Undefined when the model failed. Numbers of sources in the text are the agent's and mean other passages to the model: out first. */
async function gradeByModel(
  model: Pick<ModelPort, "grade">,
  { question, text, chunks, tenant }: AnswerToCheck,
  signal: AbortSignal,
) {
  const answer = { text: text.replace(spaceBeforeMark, "").replace(markPattern, "").trim(), citations: [] };
  return orUndefined(model.grade({ question, history: [], chunks: withinLimit(chunks), tenant, answer }, signal));
}

/** What a model says; undefined when it fails, as long as somebody waits. */
async function orUndefined<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.kind === "cancelled") throw error;
    return undefined;
  }
}

const spaceBeforeMark = /(?<![ \t])[ \t]+(?=\[\d[\d,; ]*\](?!\())/g;

function withinLimit(chunks: AnswerToCheck["chunks"]): AnswerToCheck["chunks"] {
  let chars = 0;
  return chunks.filter(({ text }) => {
    chars += text.length;
    return chars <= maxPassageChars;
  });
}
