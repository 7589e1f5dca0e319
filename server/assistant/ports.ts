import type { EventPayload } from "../../protocol/events.ts";
import type { Citation, EscalationReason, Grade, Message, RelatedSection, Usage } from "../../protocol/messages.ts";
import type { ToolActivity } from "../../protocol/tools.ts";
import type { ReadyLanguage } from "../core/text/ready/index.ts";
import type { CachePort } from "./cache-port.ts";
import type { AppliedCalibration, RawGrade } from "./grading/scale.ts";
import type { ActingPorts, CallResult, ProposedCall, ToolInput } from "./tool-ports.ts";

export type { CachedAnswer, CachePort } from "./cache-port.ts";
export { ModelFailure, type ModelFailureKind, type WrongSetting } from "./model-failure.ts";

/** One passage found by the search. Scores are comparable within one search only. */
export interface RetrievedChunk {
  chunk_id: string;
  document_id: string;
  version_id: string;
  title: string;
  source: string;
  url: string | null;
  page: number | null;
  heading: string | null;
  text: string;
  /** Fused score, higher is better. */
  score: number;
  /** Components of the score, e.g. `bm25`, `vector` (cosine, 0..1), `coverage` (share of the question's weighted terms found, 0..1). */
  parts: Record<string, number>;
  /** The passage's section; absent for a passage of a draft, and for one that was loaded again. */
  section?: { text: string; isCut: boolean };
}

export interface HistoryMessage {
  role: Message["role"];
  content: string;
  /** Keys of the document sections shown with the message (`sectionKey`). */
  sections?: readonly string[];
  /** An answer with sources. */
  is_answer?: true;
}

/** A tenant's profile; data in every prompt, never instructions to code. */
export interface TenantProfile {
  name: string;
  tone: string;
  locale: string;
  /** Time zone, e.g. `Europe/Berlin`; absent: UTC. */
  time_zone?: string;
  /** Answers with a lower grade are handed over, 0..1. */
  threshold: number;
  /** The tenant's own scale for one grader's grades. */
  calibration?: AppliedCalibration;
  answer_mode: "stream_first" | "verify_first";
  /** The company's business, location and guidance, in its own words. */
  industry?: string;
  about?: string;
  place?: string;
  guidance?: string;
  models?: Partial<Record<"contextualize" | "generate" | "grade" | "summarize", { provider: string; model: string }>>;
  /** Set when the budget is used up: who answers until it is renewed. */
  over_budget?: "extractive" | "human";
  /** Whether the assistant may ask which of several readings is meant; absent: no. */
  clarify?: boolean;
  /** Whether an unsure turn is handed over at once, or shows sections first and lets the visitor decide; absent: at once. */
  hand_over?: "at_once" | "suggest_first";
  /** Whether visitors see a summary of a model's reasoning; absent: no. */
  show_thinking?: boolean;
  /** Whether an agent sends every answer: each one becomes a draft. */
  drafts_only?: boolean;
}

export interface ContextualizeResult {
  question: string;
  /** True when the question was already standalone. */
  unchanged: boolean;
  /** True when the model's output was not a question: it is unknown whether the message is standalone. */
  failed?: boolean;
  /** Two or three questions that the message may mean; absent when it has one meaning. */
  readings?: Reading[];
}

/** A possible meaning of a question. */
export interface Reading {
  label: string;
  /** The reading as a standalone question. */
  question: string;
  /** Location of its evidence: a document or a heading. Absent when the readings come from the conversation. */
  place?: string;
  /** Not a meaning, but the way to the team. */
  asks_team?: true;
}

/** A picture that the server has re-encoded. */
export type Picture = { type: string; bytes: Uint8Array };

/** Memories of a visitor that are relevant for a question: data, never instructions, and not a source. */
export interface Remembered {
  /** Statements. A turn with memories stores nothing in the cache, because its answer is personal. */
  memories?: readonly string[];
}

export interface GenerateInput extends Remembered {
  question: string;
  history: HistoryMessage[];
  /** The conversation, even when the question is standalone: for judging the passages, never for writing. */
  said?: HistoryMessage[];
  chunks: RetrievedChunk[];
  tenant: TenantProfile;
  /** An agent's guidance for this question: material, not an instruction to code. */
  hint?: string;
  /** Tool results for this question. Citable ones are numbered after the chunks (`tool-ports.ts`). */
  results?: readonly CallResult[];
}

export interface GeneratedAnswer {
  /** Markdown with `[n]` marks; empty when nothing in the chunks or results answers the question. */
  text: string;
  /** Only marks that refer to a given chunk or result; each quote occurs in it. */
  citations: Citation[];
  /** True when the writer said that the documents do not contain the answer. */
  saysNone?: boolean;
  /** True when the model reached its output limit, also on the second attempt. The text says so to the visitor. */
  isCut?: boolean;
}

/** The answer's statements that its sources support, the unsupported ones, and the unanswered parts of the question. */
export interface Grading {
  supported: string[];
  unsupported: string[];
  missing: string[];
  /** The grade before the tenant's calibration. */
  raw?: RawGrade;
}

export interface GradeResult extends Grade, Grading {
  /** True for a text that is not an answer, such as an echo of the question: it is always handed over. */
  is_vetoed?: boolean;
}

/** The model tasks of the support graph. Implementations write a usage record for every call. */
export interface ModelPort {
  contextualize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile } & Remembered,
    signal: AbortSignal,
  ): Promise<ContextualizeResult>;
  /** Describes pictures in the visitor's words or language. Present when a model reads pictures. */
  look?(
    input: { pictures: readonly Picture[]; question: string; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<string>;
  /** Proposes the tool calls that the question needs; none when no more are needed. Its proposals are always checked. */
  act?(
    input: ToolInput & { question: string; history: HistoryMessage[]; tenant: TenantProfile; hint?: string },
    signal: AbortSignal,
  ): Promise<ProposedCall[]>;
  /** Present when the answerer can judge the passages before it writes: an answer with a low grade is not shown. */
  assess?(input: GenerateInput): Promise<GradeResult>;
  generate(input: GenerateInput, onToken: (text: string) => void, signal: AbortSignal): Promise<GeneratedAnswer>;
  grade(input: GenerateInput & { answer: GeneratedAnswer }, signal: AbortSignal): Promise<GradeResult>;
  /** Summarizes the ticket in a few lines for the agent who takes over. */
  summarize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<string>;
  /** Tokens and cost of this turn so far. */
  usage(): Usage;
  /** True when another model than the tenant's choice wrote the answer: it is sent to this visitor but not cached. */
  isStandIn?(): boolean;
}

export interface FinishInput {
  answer: string;
  citations: Citation[];
  grade: Grade | null;
  is_cache_hit: boolean;
  rephrased_question: string;
  grading?: Grading | null;
  tools?: ToolActivity[];
  /** Other related sections, best first. */
  related?: RelatedSection[];
}

/** A question back to the visitor. */
export interface ClarifyInput {
  question: string;
  prompt: string;
  options: (Reading & { id: string })[];
}

export interface EscalateInput {
  reason: EscalationReason;
  question: string;
  /** The question that led to the hand-over, for the ticket's title; empty for a mere wish for the team. */
  subject: string;
  summary: string;
  draft: {
    content: string;
    citations: Citation[];
    grade: Grade | null;
    chunks: RetrievedChunk[];
    grading?: Grading | null;
  } | null;
  /** Tool activity before the hand-over. */
  tools?: ToolActivity[];
  /** Related sections for the time until the team answers, best first. */
  related?: RetrievedChunk[];
}

/** Sections instead of an answer: the visitor decides whether to ask the team. */
export type SuggestInput = Pick<EscalateInput, "question" | "draft" | "tools"> & { related: RetrievedChunk[] };

/** An agent's answer to a paused ticket. */
export interface HumanAnswer {
  type: "resolve";
  answer: string;
  message_id: string;
  agent: NonNullable<Message["agent"]>;
  /** For an approved draft: the sources that its text still cites. */
  citations?: Citation[];
}

/** An agent's decision about a paused ticket; the resume value of the graph. */
export type HumanDecision = HumanAnswer | { type: "hint"; hint: string } | { type: "hand_back" };

/** Events sent while the graph works. A tool's result is stored with the message that uses it. */
export type ShortEvent = "status" | "token" | "tool_call_start" | "tool_call_delta" | "tool_call_end" | "tool_result";

/** The graph's access to the outside, bound to one turn. */
export interface AssistantPorts extends ActingPorts, Remembered {
  tenant: TenantProfile;
  /** Language of texts that no model writes; absent: English. */
  language?: ReadyLanguage;
  model: ModelPort;
  cache: CachePort;
  signal: AbortSignal;
  search(question: string, signal: AbortSignal): Promise<RetrievedChunk[]>;
  /** Texts of chunks found earlier in this thread; chunks deleted since are left out. */
  loadChunks(ids: string[]): Promise<RetrievedChunk[]>;
  /** Sends a short-lived event at once; nodes never await it. */
  emit<T extends ShortEvent>(type: T, payload: EventPayload<T>): void;
  /** True after an agent took over the ticket or the turn was stopped. */
  isStopped(): boolean;
  finish(input: FinishInput): Promise<void>;
  escalate(input: EscalateInput): Promise<{ ticket_number: number }>;
  /** Shows sections instead of handing over. Absent when every hand-over must be visible, as in a dry run. */
  suggest?(input: SuggestInput): Promise<void>;
  /** Asks the visitor which reading is meant. */
  clarify(input: ClarifyInput): Promise<void>;
  finishHuman(decision: HumanAnswer): Promise<void>;
  /** Messages before this turn, for a turn that continues after a pause. */
  history?: HistoryMessage[];
}
