import type { Citation, EscalationReason, Grade, RelatedSection } from "../../protocol/messages.ts";
import type { ClarificationAnswer } from "../../protocol/requests.ts";
import { Annotation, UntrackedValueChannel } from "./langgraph.ts";
import type { ClarifyInput, Grading, HistoryMessage, HumanDecision, RetrievedChunk } from "./ports.ts";

/** Messages the models see word for word: the last ten, and a few more while no summary covers them yet. */
const messageWindow = 16;

/** What a turn is about, decided by rules before the graph starts. */
export type Intent = "question" | "small_talk" | "asked_for_person" | "only_files";

/** A passage as the state remembers it: enough to find the text again, which lives in its table. */
export interface ContextEntry {
  chunk_id: string;
  document_id: string;
  version_id: string;
  score: number;
}

export interface Escalation {
  reason: EscalationReason;
  summary: string;
}

/**
 * The state of one turn on a ticket's thread. Everything but `messages` is written to the checkpoint, so it holds
 * ids and scores instead of texts. Each new turn overwrites every field (`freshState`); nothing leaks from the last one.
 */
export const SupportState = Annotation.Root({
  /** The last messages before this turn, oldest first. Texts belong to the store: this channel is never checkpointed. */
  messages: () => new UntrackedValueChannel<HistoryMessage[]>({ guard: false, initialValueFactory: () => [] }),
  tenant_id: Annotation<string>,
  ticket_id: Annotation<string>,
  turn_id: Annotation<string>,
  intent: Annotation<Intent>,
  question: Annotation<string>,
  /** Empty until `contextualize` has run. */
  rephrased_question: Annotation<string>,
  /** The model gave no question back: nobody knows whether the message stands alone. */
  rewriting_failed: Annotation<boolean>,
  context: Annotation<ContextEntry[]>,
  answer: Annotation<string>,
  citations: Annotation<Citation[]>,
  grade: Annotation<Grade | null>,
  grading: Annotation<Grading | null>,
  is_cache_hit: Annotation<boolean>,
  /** Sections that stood below the answer when it was cached. */
  related: Annotation<RelatedSection[]>,
  /** The readings the visitor is asked to choose from; set only while that question is open. */
  clarification: Annotation<Omit<ClarifyInput, "question"> | null>,
  /** Places of the readings that were not chosen: their passages are left out. */
  passed_over: Annotation<string[]>,
  /** Keys of sections that the visitor was shown and did not accept: they are not shown again. */
  refused: Annotation<string[]>,
  /** The visitor was asked once: whatever came of it, the turn does not ask again. */
  was_clarified: Annotation<boolean>,
  /** The visitor wanted none of the readings. */
  is_cancelled: Annotation<boolean>,
  /** What an agent told the assistant; empty when nobody did. */
  hint: Annotation<string>,
  /** Calls of tools made for this question, by their ids, oldest first. */
  calls: Annotation<string[]>,
  /** A write waits for a yes; what would be done is in no checkpoint. */
  is_proposing: Annotation<boolean>,
  /** What was said to a write that waited; set until it has been taken up. */
  approval: Annotation<Approval | null>,
  /** Why a person is needed; decides the way to `escalate`. */
  escalation_reason: Annotation<EscalationReason | null>,
  escalation: Annotation<Escalation | null>,
  decision: Annotation<HumanDecision | null>,
  /** The turn was stopped or a person took over: nothing more may be said. */
  stopped: Annotation<boolean>,
});

export type SupportStateType = typeof SupportState.State;
export type SupportUpdate = Partial<SupportStateType>;

/** What was said to a write that was proposed. */
export type Approval = Pick<ConfirmedWrite, "confirmation_id" | "decision">;

export interface TurnStart {
  tenantId?: string;
  ticketId: string;
  turnId: string;
  /** Empty for a message that has nothing but files. */
  question: string;
  /** What the pictures that came with it show. */
  seen?: string;
  history: HistoryMessage[];
  /** The answer to a clarification that this turn takes up. */
  clarified?: { answer: ClarificationAnswer; question: string; options: ClarifyInput["options"] };
  /** The answer to a write that waited for a yes, which this turn takes up. */
  confirmed?: ConfirmedWrite;
  /** An agent's hint with which a waiting question is tried again. */
  hint?: string;
}

/** What was said to a write that was proposed, with what had been found out for the question before it. */
export interface ConfirmedWrite {
  confirmation_id: string;
  decision: "approved" | "declined";
  question: string;
  /** Ids of calls made for the question before. */
  calls: string[];
}

/** A whole state for a new turn. */
export function freshState(turn: TurnStart, intent: Intent): SupportStateType {
  return {
    messages: windowOf(turn.history),
    tenant_id: turn.tenantId ?? "",
    ticket_id: turn.ticketId,
    turn_id: turn.turnId,
    intent,
    question: turn.question,
    rephrased_question: "",
    rewriting_failed: false,
    context: [],
    answer: "",
    citations: [],
    grade: null,
    grading: null,
    is_cache_hit: false,
    related: [],
    clarification: null,
    passed_over: [],
    refused: [],
    was_clarified: false,
    is_cancelled: false,
    hint: turn.hint ?? "",
    calls: [],
    is_proposing: false,
    approval: null,
    escalation_reason: null,
    escalation: null,
    decision: null,
    stopped: false,
  };
}

/** Notes on what lies further back, and the last messages word for word. */
export function windowOf(history: HistoryMessage[]): HistoryMessage[] {
  const notes = history.filter((message) => message.role === "system");
  return [...notes, ...history.filter((message) => message.role !== "system").slice(-messageWindow)];
}

/** The question as it can be understood alone, as far as that is known. */
export function standaloneQuestion(state: SupportStateType): string {
  return state.rephrased_question || state.question;
}

/** The state's memory of what was retrieved. */
export function contextEntries(chunks: RetrievedChunk[]): ContextEntry[] {
  return chunks.map(({ chunk_id, document_id, version_id, score }) => ({ chunk_id, document_id, version_id, score }));
}
