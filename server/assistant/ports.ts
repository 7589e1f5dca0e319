import type { EventPayload } from "../../protocol/events.ts";
import type { Citation, EscalationReason, Grade, Message, RelatedSection, Usage } from "../../protocol/messages.ts";
import type { ToolActivity } from "../../protocol/tools.ts";
import type { ReadyLanguage } from "../core/text/ready/index.ts";
import type { CachePort } from "./cache-port.ts";
import type { AppliedCalibration, RawGrade } from "./grading/scale.ts";
import type { ActingPorts, CallResult, ProposedCall, ToolInput } from "./tool-ports.ts";

export type { CachedAnswer, CachePort } from "./cache-port.ts";
export { ModelFailure, type ModelFailureKind, type WrongSetting } from "./model-failure.ts";

/** One passage the search found, as the graph sees it. Scores are comparable within one search only. */
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
  /** What the score was made of, e.g. `bm25`, `vector` (cosine, 0..1), `coverage` (share of the question's weighted terms found, 0..1). */
  parts: Record<string, number>;
  /** The section that the passage is a part of; absent for a passage of a draft, and for one that was loaded again. */
  section?: { text: string; isCut: boolean };
}

export interface HistoryMessage {
  role: Message["role"];
  content: string;
  /** Keys of the document sections that the message showed (`sectionKey`). */
  sections?: readonly string[];
}

/** What a tenant says about itself; data in every prompt, never instructions to code. */
export interface TenantProfile {
  name: string;
  tone: string;
  locale: string;
  /** What its clocks show, e.g. `Europe/Berlin`; absent means UTC. */
  time_zone?: string;
  /** Grades below this escalate, 0..1. */
  threshold: number;
  /** Its own scale for the grades of one grader. */
  calibration?: AppliedCalibration;
  answer_mode: "stream_first" | "verify_first";
  /** What the company does, where it is, and how it wants questions handled, in its own words. */
  industry?: string;
  about?: string;
  place?: string;
  guidance?: string;
  models?: Partial<Record<"contextualize" | "generate" | "grade" | "summarize", { provider: string; model: string }>>;
  /** Set when its budget is used up: who answers until there is a new one. */
  over_budget?: "extractive" | "human";
  /** Whether the assistant may ask which of several readings is meant; absent means no. */
  clarify?: boolean;
  /** Whether an unsure turn asks the team, or shows sections first and leaves that to the visitor; absent means at once. */
  hand_over?: "at_once" | "suggest_first";
  /** Whether visitors see a summary of a model's reasoning; absent means no. */
  show_thinking?: boolean;
}

export interface ContextualizeResult {
  question: string;
  /** True when the question was already understandable alone and came back unchanged. */
  unchanged: boolean;
  /** Set when what the model gave back is no question: nobody knows whether the message stands alone. */
  failed?: boolean;
  /** Two or three questions that the message may equally well mean; absent when it means one thing. */
  readings?: Reading[];
}

/** One thing that a question may mean. */
export interface Reading {
  /** A few words to choose it by. */
  label: string;
  /** The reading as a question that stands alone. */
  question: string;
  /** Where its evidence is: a document, or a heading of one. Absent when the readings come from the conversation. */
  place?: string;
}

/** A picture that the server has drawn anew. */
export type Picture = { type: string; bytes: Uint8Array };

/** What is remembered of a visitor, as far as it matters for a question: data, never instructions, and no source. */
export interface Remembered {
  /** Statements. Where a turn has some, its cache holds nothing: the answer is nobody else's. */
  memories?: readonly string[];
}

export interface GenerateInput extends Remembered {
  question: string;
  history: HistoryMessage[];
  /** The talk so far even when the question stands alone: for judging the evidence, never for writing. */
  said?: HistoryMessage[];
  chunks: RetrievedChunk[];
  tenant: TenantProfile;
  /** What an agent of the support team told the assistant about this question: material, no instruction to code. */
  hint?: string;
  /** What tools told for this question. Those that can be cited have the numbers behind the chunks' (`tool-results.ts`). */
  results?: readonly CallResult[];
}

export interface GeneratedAnswer {
  /** Markdown with `[n]` marks; empty when nothing in the chunks or results answers the question. */
  text: string;
  /** Only marks that point at a chunk or result that was given; quotes checked to stand in it. */
  citations: Citation[];
  /** Set when the writer said that the documents do not hold the answer. */
  saysNone?: boolean;
  /** Set when the model had no room to end it, also with more than usual. The text says so to the visitor. */
  isCut?: boolean;
}

/** The statements of an answer that its sources support, those they do not, and what was asked and not answered. */
export interface Grading {
  supported: string[];
  unsupported: string[];
  missing: string[];
  /** The grade before the tenant's calibration. */
  raw?: RawGrade;
}

export interface GradeResult extends Grade, Grading {
  /** True for what is no answer at all, such as an echo of the question: no threshold lets it through. */
  is_vetoed?: boolean;
}

/** The model tasks of the support graph. Implementations record a receipt for every call they make. */
export interface ModelPort {
  contextualize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile } & Remembered,
    signal: AbortSignal,
  ): Promise<ContextualizeResult>;
  /** What pictures show, in the visitor's words or language. Present where a model reads pictures. */
  look?(
    input: { pictures: readonly Picture[]; question: string; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<string>;
  /** Calls of tools that the question needs, none when it needs none (any more). What it proposes is checked and never believed. */
  act?(
    input: ToolInput & { question: string; history: HistoryMessage[]; tenant: TenantProfile; hint?: string },
    signal: AbortSignal,
  ): Promise<ProposedCall[]>;
  /** Present when the answerer can judge the evidence before it writes: an answer that it would grade low is not shown. */
  assess?(input: GenerateInput): Promise<GradeResult>;
  generate(input: GenerateInput, onToken: (text: string) => void, signal: AbortSignal): Promise<GeneratedAnswer>;
  grade(input: GenerateInput & { answer: GeneratedAnswer }, signal: AbortSignal): Promise<GradeResult>;
  /** Summary for the agent who takes over, a few lines. */
  summarize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<string>;
  /** Tokens and money spent by this turn so far. */
  usage(): Usage;
  /** True when the answer is not by the model that the tenant has chosen: it helps this visitor and is not kept for others. */
  isStandIn?(): boolean;
}

export interface FinishInput {
  answer: string;
  citations: Citation[];
  grade: Grade | null;
  is_cache_hit: boolean;
  rephrased_question: string;
  grading?: Grading | null;
  /** What tools did for it. */
  tools?: ToolActivity[];
  /** Other sections that may help, best first. */
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
  summary: string;
  draft: {
    content: string;
    citations: Citation[];
    grade: Grade | null;
    chunks: RetrievedChunk[];
    grading?: Grading | null;
  } | null;
  /** What tools did before a person was asked. */
  tools?: ToolActivity[];
  /** Sections that may help in the meantime, best first. */
  related?: RetrievedChunk[];
}

/** Sections in the place of an answer: the visitor decides whether the team is asked. */
export type SuggestInput = Pick<EscalateInput, "question" | "draft" | "tools"> & { related: RetrievedChunk[] };

/** A person's answer to a paused ticket. */
export interface HumanAnswer {
  type: "resolve";
  answer: string;
  message_id: string;
  agent: NonNullable<Message["agent"]>;
  /** Of an approved draft: the sources that its text still names. */
  citations?: Citation[];
}

/** What a person decided about a paused ticket; the value the graph is resumed with. */
export type HumanDecision = HumanAnswer | { type: "hint"; hint: string } | { type: "hand_back" };

/** What is told while the graph works. A tool's result is stored with the message that rests on it. */
export type ShortEvent = "status" | "token" | "tool_call_start" | "tool_call_delta" | "tool_call_end" | "tool_result";

/** Everything the graph may do to the world, bound to one turn. */
export interface AssistantPorts extends ActingPorts, Remembered {
  tenant: TenantProfile;
  /** What the visitor is spoken to in where no model writes; absent means English. */
  language?: ReadyLanguage;
  model: ModelPort;
  cache: CachePort;
  signal: AbortSignal;
  search(question: string, signal: AbortSignal): Promise<RetrievedChunk[]>;
  /** Texts of chunks found earlier in this thread; missing ones (deleted since) are left out. */
  loadChunks(ids: string[]): Promise<RetrievedChunk[]>;
  /** Short-lived events go out at once and are never awaited by a node. */
  emit<T extends ShortEvent>(type: T, payload: EventPayload<T>): void;
  /** True once a person owns the ticket or the turn was stopped. */
  isStopped(): boolean;
  finish(input: FinishInput): Promise<void>;
  escalate(input: EscalateInput): Promise<{ ticket_number: number }>;
  /** Shows sections and asks nobody. Absent where every hand-over is to be seen, as in a trial. */
  suggest?(input: SuggestInput): Promise<void>;
  /** Asks the visitor which reading is meant. */
  clarify(input: ClarifyInput): Promise<void>;
  finishHuman(decision: HumanAnswer): Promise<void>;
  /** What was said before this turn, for one that goes on after a pause. */
  history?: HistoryMessage[];
}
