import { Annotation, UntrackedValueChannel } from "@langchain/langgraph";
import type { Citation, EscalationReason, Grade, RelatedSection } from "../../protocol/messages.ts";
import type { ClarificationAnswer } from "../../protocol/requests.ts";
import type { CachedAnswer, ClarifyInput, Grading, HistoryMessage, HumanDecision, RetrievedChunk } from "./ports.ts";

/** Messages that models see verbatim: the last ten, and a few more until a summary covers them. */
const messageWindow = 16;

/** Kind of turn, decided by rules before the graph starts. */
export type Intent =
  | "question"
  | "small_talk"
  | "beside_approval"
  | "unclear"
  | "asked_for_person"
  | "only_files"
  | "held_out"
  | "for_agent";

/** A passage in the state: enough to load its text from its table. */
export interface ContextEntry {
  chunk_id: string;
  document_id: string;
  version_id: string;
  score: number;
}

/** A field that a pause keeps: ids and places, and no texts except the visitor's question and the offered choices. */
function kept<Value>(initial: Value) {
  return Annotation<Value>({ reducer: (_old, written) => written, default: () => initial });
}

/** A field that is not read after a pause, so checkpoints do not contain its texts. */
function passing<Value>(initial: Value) {
  return () => new UntrackedValueChannel<Value>({ guard: false, initialValueFactory: () => initial });
}

/** The state of one turn on a ticket's thread. Each write replaces the field; a turn begins with these values. */
export const SupportState = Annotation.Root({
  intent: kept<Intent>("question"),
  question: kept(""),
  /** Empty until `contextualize` has run. */
  rephrased_question: kept(""),
  /** The model's output was not a question: it is unknown whether the message is standalone. */
  rewriting_failed: kept(false),
  context: kept<ContextEntry[]>([]),
  /** The readings that the visitor can choose from; set only while the choice is open. */
  clarification: kept<Omit<ClarifyInput, "question"> | null>(null),
  /** Places of the readings that the visitor did not choose: their passages are left out. */
  passed_over: kept<string[]>([]),
  /** Keys of sections that the visitor rejected: they are not shown again. */
  refused: kept<string[]>([]),
  /** The visitor was asked once; the turn does not ask again, whatever the answer. */
  was_clarified: kept(false),
  /** The visitor rejected all readings. */
  is_cancelled: kept(false),
  /** An agent's guidance for the assistant; empty when there is none. */
  hint: kept(""),
  /** Ids of the tool calls for this question, oldest first. */
  calls: kept<string[]>([]),
  /** A write waits for approval; checkpoints do not contain its arguments. */
  is_proposing: kept(false),
  /** The decision about a write; set until `act` has processed it. */
  approval: kept<Approval | null>(null),
  /** The last messages before this turn, oldest first. */
  messages: passing<HistoryMessage[]>([]),
  answer: passing(""),
  citations: passing<Citation[]>([]),
  /** Confidence in the answer; the node `grade` sets it. */
  confidence: passing<Grade | null>(null),
  grading: passing<Grading | null>(null),
  is_cache_hit: passing(false),
  /** Related sections of the answer when it was cached. */
  related: passing<RelatedSection[]>([]),
  /** Reason for a hand-over; when set, the graph continues with `escalate`. */
  escalation_reason: passing<EscalationReason | null>(null),
  escalation: passing<{ reason: EscalationReason; summary: string } | null>(null),
  decision: passing<HumanDecision | null>(null),
});

export type SupportStateType = typeof SupportState.State;
export type SupportUpdate = Partial<SupportStateType>;

/** The complete state of a turn that begins with these fields. */
export function stateOf(begin: SupportUpdate): SupportStateType {
  const initial = Object.entries(SupportState.spec).map(([name, channel]) => {
    const empty = typeof channel === "function" ? channel() : channel.fromCheckpoint();
    return [name, empty.get()];
  });
  // `Object.entries` loses the type of each name.
  return { ...(Object.fromEntries(initial) as SupportStateType), ...begin };
}

/** The decision about a proposed write. */
export type Approval = Pick<ConfirmedWrite, "confirmation_id" | "decision">;

export interface TurnStart {
  ticketId: string;
  /** Empty for a message that contains only files. */
  question: string;
  /** Description of the attached pictures. */
  seen?: string;
  history: HistoryMessage[];
  /** The draw of the tenant's hold-out sends this question straight to the team. */
  isHeldOut?: boolean;
  /** The message is a word beside a change that waits for approval, such as "yes". */
  isBesideApproval?: boolean;
  /** The answer to a clarification that this turn continues from. */
  clarified?: { answer: ClarificationAnswer; question: string; options: ClarifyInput["options"] };
  /** The decision about a waiting write that this turn continues from. */
  confirmed?: ConfirmedWrite;
  /** An agent's hint for another attempt at a waiting question. */
  hint?: string;
}

/** The decision about a proposed write, with the results found for the question before. */
export interface ConfirmedWrite {
  confirmation_id: string;
  decision: "approved" | "declined";
  question: string;
  /** Ids of the earlier calls for the question. */
  calls: string[];
}

/** Summaries of earlier messages, and the last messages verbatim. */
export function windowOf(history: HistoryMessage[]): HistoryMessage[] {
  const notes = history.filter((message) => message.role === "system");
  return [...notes, ...history.filter((message) => message.role !== "system").slice(-messageWindow)];
}

/** The confidence when no passage was found. */
export const nothingFound: Grade = { score: 0, tier: "low", reason: "Nothing in the documents answers this." };

/** The standalone question, as far as it is known. */
export function standaloneQuestion(state: SupportStateType): string {
  return state.rephrased_question || state.question;
}

/** Converts passages to state entries. */
export function contextEntries(chunks: RetrievedChunk[]): ContextEntry[] {
  return chunks.map(({ chunk_id, document_id, version_id, score }) => ({ chunk_id, document_id, version_id, score }));
}

/** State update for a cached answer; empty when there is none. */
export function asHit(hit: CachedAnswer | null): SupportUpdate {
  if (hit === null) return {};
  const { answer, citations, grade, related = [] } = hit;
  return { is_cache_hit: true, answer, citations, confidence: grade, related };
}
