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

/** Passages that a model reads, in characters: as many as for an answer of the assistant. */
const maxPassageChars = 16_000;
const mostMissing = 10;
const maxMissingChars = 300;

/** The model tasks of agent assist. Every call writes a usage record. */
export interface AgentModel {
  /** Reason why no model is used: none is configured, or its budget is used up. Null: a model is used. */
  without: "none" | "over_budget" | null;
  /** Checks a text against passages. @throws ModelFailure only `cancelled`: without a model, the rules check the text. */
  check(input: AnswerToCheck, signal: AbortSignal): Promise<AnswerCheck>;
  /** @throws ModelFailure also when there is no model: nothing else translates. */
  translate(input: TextToTranslate, signal: AbortSignal): Promise<string>;
  /** Null when no model summarizes, or none answers. @throws ModelFailure only `cancelled`. */
  recap(input: { history: HistoryMessage[]; language: string }, signal: AbortSignal): Promise<RecapParts | null>;
}

export interface AgentModelParts extends Pick<AgentModel, "without"> {
  /** Whether a model grades. A tenant can choose the rules instead. */
  grades: boolean;
  /** Used only when `without` is null. */
  model: Pick<TurnModel, "grade" | "translate" | "recap">;
  embed?: EmbedTexts | undefined;
}

/** Creates the model for agent assist: rules check the sentences, a model grades when there is one. */
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

/**
 * Undefined when the model failed. Source numbers in the text are the agent's and refer to other passages for the model, so they are
 * removed first.
 */
async function gradeByModel(
  model: Pick<ModelPort, "grade">,
  { question, text, chunks, tenant }: AnswerToCheck,
  signal: AbortSignal,
) {
  const answer = { text: text.replace(spaceBeforeMark, "").replace(markPattern, "").trim(), citations: [] };
  return orUndefined(model.grade({ question, history: [], chunks: withinLimit(chunks), tenant, answer }, signal));
}

/** The model's answer; undefined when the model failed and the caller has not cancelled. */
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
