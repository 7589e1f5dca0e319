import { Annotation } from "@langchain/langgraph";
import type { Confidence, CopilotAction, CopilotDocument, CopilotQuestion } from "../../protocol/copilot.ts";
import type { CopilotBody, CopilotMentions } from "../../protocol/copilot-conversations.ts";
import type { CopilotConclusion } from "./ports.ts";

/**
 * The state of one run, from a person's message to a result. It is the run's checkpoint: ids, titles, the text that is checked and the result, but
 * no passages. The thread is deleted when the run is done.
 */
export const CopilotState = Annotation.Root({
  /** The person's words. */
  message: Annotation<string>,
  mentions: Annotation<CopilotMentions>,
  action: Annotation<CopilotAction | null>,
  documents: Annotation<CopilotDocument[]>,
  /** Those that were taken because they alone fit a name: the answer names them and offers others. */
  guessed: Annotation<CopilotDocument[]>,
  /** What the documents are read for; null: as a whole. */
  focus: Annotation<string | null>,
  /** The text that is checked; empty where there is none. */
  text: Annotation<string>,
  /** The first of the documents is checked against the others. */
  isFirstChecked: Annotation<boolean>,
  web: Annotation<boolean>,
  /** The person goes on although little was found. */
  isDoubtful: Annotation<boolean>,
  /** What the run waits for an answer to. */
  question: Annotation<CopilotQuestion | null>,
  confidence: Annotation<Confidence>,
  /** Passages that were read. */
  read: Annotation<number>,
  /** How the nearest passage fits, and what came of a web search. */
  found: Annotation<{ best: number | null; web?: "searched" | "failed" }>,
  conclusion: Annotation<CopilotConclusion | null>,
  /** The end of the run: a sentence, and a result unless the run was cancelled or could not go on. */
  outcome: Annotation<{ content: string; body: CopilotBody | null; isCancelled: boolean } | null>,
});
export type CopilotStateType = typeof CopilotState.State;
export type CopilotUpdate = Partial<CopilotStateType>;

export const nothingKnown: Confidence = { retrieval: null, level: null, inference: null, judge: null };

/** The state that a message begins with. */
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
