import { Annotation } from "@langchain/langgraph";
import type { Confidence, CopilotAction, CopilotDocument, CopilotQuestion } from "../../protocol/copilot.ts";
import type { CopilotBody, CopilotMentions } from "../../protocol/copilot-conversations.ts";
import type { CopilotConclusion } from "./ports.ts";

/**
 * The state of one run, from a person's message to a result. It is the run's checkpoint: ids, titles, the checked text and the result,
 * but no passages. The thread is deleted when the run is done.
 */
export const CopilotState = Annotation.Root({
  /** The person's words. */
  message: Annotation<string>,
  mentions: Annotation<CopilotMentions>,
  action: Annotation<CopilotAction | null>,
  documents: Annotation<CopilotDocument[]>,
  /** Those that were taken because nothing else fits a name: the answer names them and offers others. */
  guessed: Annotation<CopilotDocument[]>,
  /** The question about the documents; null for the documents as a whole. */
  focus: Annotation<string | null>,
  /** The text to check; empty without one. */
  text: Annotation<string>,
  /** The first of the documents is checked against the others. */
  isFirstChecked: Annotation<boolean>,
  web: Annotation<boolean>,
  /** The person continues in spite of little evidence. */
  isDoubtful: Annotation<boolean>,
  /** The question that the run waits with. */
  question: Annotation<CopilotQuestion | null>,
  confidence: Annotation<Confidence>,
  /** Passages that were read. */
  read: Annotation<number>,
  /** The level of the nearest passage, and the outcome of a web search. */
  found: Annotation<{ best: number | null; web?: "searched" | "failed" }>,
  conclusion: Annotation<CopilotConclusion | null>,
  /** The end of the run: a sentence, and a result unless the run was cancelled or could not continue. */
  outcome: Annotation<{ content: string; body: CopilotBody | null; isCancelled: boolean } | null>,
});
export type CopilotStateType = typeof CopilotState.State;
export type CopilotUpdate = Partial<CopilotStateType>;

export const nothingKnown: Confidence = { retrieval: null, level: null, inference: null, judge: null };

/** The initial state for a message. */
export function freshState({
  attached,
  ...given
}: Pick<CopilotStateType, "message" | "mentions"> & { attached: string | null }): CopilotStateType {
  return {
    ...given,
    action: null,
    documents: [],
    guessed: [],
    focus: null,
    text: attached ?? "",
    isFirstChecked: false,
    web: false,
    isDoubtful: false,
    question: null,
    confidence: nothingKnown,
    read: 0,
    found: { best: null },
    conclusion: null,
    outcome: null,
  };
}

/** The end of a run without a result. */
export function ended(content: string, { isCancelled = false } = {}): CopilotUpdate {
  return { question: null, outcome: { content, body: null, isCancelled } };
}
