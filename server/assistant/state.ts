import { Annotation, UntrackedValueChannel } from "@langchain/langgraph";
import type { Citation, EscalationReason, Grade, RelatedSection } from "../../protocol/messages.ts";
import type { ClarificationAnswer } from "../../protocol/requests.ts";
import type { CachedAnswer, ClarifyInput, Grading, HistoryMessage, HumanDecision, RetrievedChunk } from "./ports.ts";

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

/** A field of the question. A pause keeps it: ids and places, and no texts but the visitor's question and the choices shown. */
function kept<Value>(initial: Value) {
  return Annotation<Value>({ reducer: (_old, written) => written, default: () => initial });
}

/** A field of what a turn has made of the question. Nothing of it is read after a pause, so its texts are in no checkpoint. */
function passing<Value>(initial: Value) {
  return () => new UntrackedValueChannel<Value>({ guard: false, initialValueFactory: () => initial });
}

/** The state of one turn on a ticket's thread. Each write replaces the field; a turn begins with these values. */
export const SupportState = Annotation.Root({
  intent: kept<Intent>("question"),
  question: kept(""),
  /** Empty until `contextualize` has run. */
  rephrased_question: kept(""),
  /** The model gave no question back: nobody knows whether the message stands alone. */
  rewriting_failed: kept(false),
  context: kept<ContextEntry[]>([]),
  /** The readings the visitor is asked to choose from; set only while that question is open. */
  clarification: kept<Omit<ClarifyInput, "question"> | null>(null),
  /** Places of the readings that were not chosen: their passages are left out. */
  passed_over: kept<string[]>([]),
  /** Keys of sections that the visitor was shown and did not accept: they are not shown again. */
  refused: kept<string[]>([]),
  /** The visitor was asked once: whatever came of it, the turn does not ask again. */
  was_clarified: kept(false),
  /** The visitor wanted none of the readings. */
  is_cancelled: kept(false),
  /** An agent's guidance for the assistant; empty when there is none. */
  hint: kept(""),
  /** Calls of tools made for this question, by their ids, oldest first. */
  calls: kept<string[]>([]),
  /** A write waits for approval; its arguments are in no checkpoint. */
  is_proposing: kept(false),
  /** Whether a write that waited was approved; set until `act` has taken it up. */
  approval: kept<Approval | null>(null),
  /** The last messages before this turn, oldest first. */
  messages: passing<HistoryMessage[]>([]),
  answer: passing(""),
  citations: passing<Citation[]>([]),
  /** How sure the assistant is of the answer; `grade` is the node that says it. */
  confidence: passing<Grade | null>(null),
  grading: passing<Grading | null>(null),
  is_cache_hit: passing(false),
  /** Sections that stood below the answer when it was cached. */
  related: passing<RelatedSection[]>([]),
  /** Why the team is needed; decides the way to `escalate`. */
  escalation_reason: passing<EscalationReason | null>(null),
  escalation: passing<{ reason: EscalationReason; summary: string } | null>(null),
  decision: passing<HumanDecision | null>(null),
});

export type SupportStateType = typeof SupportState.State;
export type SupportUpdate = Partial<SupportStateType>;

/** The whole state of a turn that begins with these fields. */
export function stateOf(begin: SupportUpdate): SupportStateType {
  const initial = Object.entries(SupportState.spec).map(([name, channel]) => {
    const empty = typeof channel === "function" ? channel() : channel.fromCheckpoint();
    return [name, empty.get()];
  });
  // `Object.entries` loses which name has which type.
  return { ...(Object.fromEntries(initial) as SupportStateType), ...begin };
}

/** What was said to a write that was proposed. */
export type Approval = Pick<ConfirmedWrite, "confirmation_id" | "decision">;

export interface TurnStart {
  ticketId: string;
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

/** Notes on what lies further back, and the last messages word for word. */
export function windowOf(history: HistoryMessage[]): HistoryMessage[] {
  const notes = history.filter((message) => message.role === "system");
  return [...notes, ...history.filter((message) => message.role !== "system").slice(-messageWindow)];
}

/** The confidence when there was nothing to answer from. */
export const nothingFound: Grade = { score: 0, tier: "low", reason: "Nothing in the documents answers this." };

/** The question as it can be understood alone, as far as that is known. */
export function standaloneQuestion(state: SupportStateType): string {
  return state.rephrased_question || state.question;
}

/** The state's memory of what was retrieved. */
export function contextEntries(chunks: RetrievedChunk[]): ContextEntry[] {
  return chunks.map(({ chunk_id, document_id, version_id, score }) => ({ chunk_id, document_id, version_id, score }));
}

/** What a cached answer makes of a turn; nothing when there is none. */
export function asHit(hit: CachedAnswer | null): SupportUpdate {
  if (hit === null) return {};
  const { answer, citations, grade, related = [] } = hit;
  return { is_cache_hit: true, answer, citations, confidence: grade, related };
}
