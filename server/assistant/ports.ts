import type { EventPayload } from "../../protocol/events.ts";
import type { AgentRef, Citation, EscalationReason, Grade, MessageRole, Usage } from "../../protocol/messages.ts";

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
}

export interface HistoryMessage {
  role: MessageRole;
  content: string;
}

/** What a tenant says about itself; data in every prompt, never instructions to code. */
export interface TenantProfile {
  name: string;
  tone: string;
  locale: string;
  /** Grades below this escalate, 0..1. */
  threshold: number;
  answer_mode: "stream_first" | "verify_first";
}

export interface ContextualizeResult {
  question: string;
  /** True when the question was already understandable alone and came back unchanged. */
  unchanged: boolean;
}

export interface GenerateInput {
  question: string;
  history: HistoryMessage[];
  chunks: RetrievedChunk[];
  tenant: TenantProfile;
}

export interface GeneratedAnswer {
  /** Markdown with `[n]` marks; empty when nothing in the chunks answers the question. */
  text: string;
  /** Only marks that point at a chunk that was given; quotes checked to stand in it. */
  citations: Citation[];
}

export interface GradeResult extends Grade {
  supported: string[];
  unsupported: string[];
  missing: string[];
}

/** The four model tasks of the support graph. Implementations record a receipt for every call they make. */
export interface ModelPort {
  contextualize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<ContextualizeResult>;
  /**
   * Present when the answerer can judge the evidence before it writes (extractive): lets the graph
   * withhold an answer it would grade low instead of showing it first.
   */
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
}

export interface CachedAnswer {
  answer: string;
  citations: Citation[];
  grade: Grade;
  /** The cached question that matched. */
  question: string;
  kind: "exact" | "nearest";
  similarity: number;
}

export interface CachePort {
  lookup(question: string): Promise<CachedAnswer | null>;
  store(entry: {
    question: string;
    answer: string;
    citations: Citation[];
    grade: Grade;
    chunks: { chunk_id: string; document_id: string; version_id: string }[];
  }): Promise<void>;
}

export interface FinishInput {
  answer: string;
  citations: Citation[];
  grade: Grade | null;
  is_cache_hit: boolean;
  rephrased_question: string;
}

export interface EscalateInput {
  reason: EscalationReason;
  question: string;
  summary: string;
  draft: { content: string; citations: Citation[]; grade: Grade | null; chunks: RetrievedChunk[] } | null;
}

/** What a person decided about a paused ticket; the value the graph is resumed with. */
export interface HumanDecision {
  type: "resolve";
  answer: string;
  message_id: string;
  agent: AgentRef;
}

/** Everything the graph may do to the world. Built per turn, bound to one tenant and ticket. */
export interface AssistantPorts {
  tenant: TenantProfile;
  model: ModelPort;
  cache: CachePort;
  signal: AbortSignal;
  search(question: string, signal: AbortSignal): Promise<RetrievedChunk[]>;
  /** Texts of chunks found earlier in this thread; missing ones (deleted since) are left out. */
  loadChunks(ids: string[]): Promise<RetrievedChunk[]>;
  /** Short-lived events go out at once and are never awaited by a node. */
  emit<T extends "status" | "token" | "thinking">(type: T, payload: EventPayload<T>): void;
  /** True once a person owns the ticket or the turn was stopped: say nothing more. */
  isStopped(): boolean;
  finish(input: FinishInput): Promise<void>;
  escalate(input: EscalateInput): Promise<{ ticket_number: number }>;
  finishHuman(decision: HumanDecision): Promise<void>;
}

export type ModelFailureKind = "timeout" | "rate_limited" | "unavailable" | "malformed" | "refused" | "cancelled";

/**
 * The one error a `ModelPort` throws. The graph answers it by asking a person, except `cancelled`, which
 * means that the turn itself was stopped.
 */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  /** What had been written before it failed, for the draft. */
  readonly partial: string;

  constructor(kind: ModelFailureKind, message: string, options: { cause?: unknown; partial?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ModelFailure";
    this.kind = kind;
    this.partial = options.partial ?? "";
  }
}
