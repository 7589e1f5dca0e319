import { Annotation } from "@langchain/langgraph";
import type { Confidence, CopilotAction, CopilotDocument, CopilotQuestion } from "../../protocol/copilot.ts";
import type { CopilotMentions } from "../../protocol/copilot-talk.ts";
import type { CopilotConclusion } from "./ports.ts";

/**
 * What is decided of a run so far. It is kept with the message that the run writes: a question that waits goes on from here, in another process,
 * from another tab.
 */
export interface Settled {
  action: CopilotAction | null;
  /** Whether the documents are decided; none is a decision too. */
  hasDocuments: boolean;
  documents: CopilotDocument[];
  /** Those that were taken because they alone fit a name: the answer names them and offers others. */
  guessed: CopilotDocument[];
  /** What the documents are read for; null: as a whole. */
  focus: string | null;
  /** What is audited; empty where nothing is. */
  text: string;
  web: boolean;
  /** Little evidence will do. */
  isDoubtful: boolean;
}

export const nothingSettled: Settled = {
  action: null,
  hasDocuments: false,
  documents: [],
  guessed: [],
  focus: null,
  text: "",
  web: false,
  isDoubtful: false,
};

/** The state of one run, from a person's message to a result or to a question. Nothing of it outlives the run but what the caller stores. */
export const CopilotState = Annotation.Root({
  /** The person's words. */
  message: Annotation<string>,
  mentions: Annotation<CopilotMentions>,
  settled: Annotation<Settled>,
  /** What has to be asked before it goes on. */
  question: Annotation<CopilotQuestion | null>,
  /** A sentence that ends the run without a result. */
  refusal: Annotation<string>,
  confidence: Annotation<Confidence>,
  conclusion: Annotation<CopilotConclusion | null>,
  /** Passages that were read. */
  read: Annotation<number>,
});
export type CopilotStateType = typeof CopilotState.State;
export type CopilotUpdate = Partial<CopilotStateType>;

export const nothingKnown: Confidence = { retrieval: null, level: null, inference: null, judge: null };

/** @param settled what an earlier run of the same message has decided. */
export function freshState(
  given: { message: string; mentions: CopilotMentions; attached: string | null },
  settled: Settled = nothingSettled,
): CopilotStateType {
  return {
    message: given.message,
    mentions: given.mentions,
    settled: settled.text === "" && given.attached !== null ? { ...settled, text: given.attached } : settled,
    question: null,
    refusal: "",
    confidence: nothingKnown,
    conclusion: null,
    read: 0,
  };
}
