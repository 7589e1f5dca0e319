import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { Citation, Grade } from "../../../protocol/messages.ts";
import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import type { SupportGraph } from "../graph.ts";
import type { CachedAnswer, HistoryMessage, ModelPort, RetrievedChunk, TenantProfile } from "../ports.ts";
import type { ModelCall } from "../store/model-calls.ts";

/** Versions that replace the published versions of their documents, and documents or versions that are left out. By id. */
export interface DryRunVersions {
  add?: string[];
  leaveOut?: string[];
}

/** Changes to the tenant's settings and documents; absent fields keep the published value. */
export interface DryRunDraft {
  guidance?: string;
  tone?: string;
  threshold?: number;
  /** In the format of the tenant's settings. */
  model?: TenantRow["models"];
  versions?: DryRunVersions;
  /** Only documents of these sets are searched; absent: all documents, with or without a set. */
  sets?: string[];
}

export interface DryRunInput {
  tenantId: string;
  question: string;
  /** Earlier messages, oldest first. */
  history?: { role: "visitor" | "assistant"; content: string }[];
  /** The visitor's language, as the page would report it. */
  locale?: string;
  draft?: DryRunDraft;
  /** `look`: a cached answer is returned, as for a visitor, but nothing is counted or stored. */
  cache: "off" | "look";
  signal: AbortSignal;
  onStep?(step: DryRunStep): void;
  onToken?(text: string): void;
}

/** One node of the graph: its input, output, duration and cost. */
export interface DryRunStep {
  node: string;
  input: unknown;
  output: unknown;
  ms: number;
  tokens?: { input: number; output: number };
  /** US dollars; null: the model's price is unknown. */
  cost_usd?: number | null;
  note?: string;
}

export interface DryRunCache {
  hit: boolean;
  /** Similarity to the nearest question, when one was compared. */
  similarity: number | null;
  /** Reason why it was used or not, in one of the cache's words. */
  reason: string;
  /** The nearest cached question. */
  question?: string;
}

export type DryRunPassage = Pick<
  RetrievedChunk,
  "chunk_id" | "document_id" | "version_id" | "title" | "heading" | "score" | "parts" | "text"
>;

export interface DryRunResult {
  outcome: "answered" | "escalated" | "clarifying" | "small_talk" | "proposed" | "failed";
  /** After a hand-over: the answer that was written but not shown. */
  answer: string;
  citations: Citation[];
  grade: Grade | null;
  /** Reason of the hand-over, or of the failure: `cancelled`, `timeout` or `internal`. */
  reason: string | null;
  rephrased_question: string;
  /** For a question back: the visitor's choices. */
  options: string[];
  /** Answers with a lower grade are handed over. */
  threshold: number;
  passages: DryRunPassage[];
  /** Null when the cache was not used. */
  cache: DryRunCache | null;
  usage: { input_tokens: number; output_tokens: number; cost_usd: number | null };
  ms: number;
  steps: DryRunStep[];
}

/** Result of a dry run's search. */
export interface DryRunFound {
  passages: RetrievedChunk[];
  /** The included and the left-out entries, with reasons. */
  context: ContextRecord;
  /** A note about the scores, such as that only words were compared. */
  note?: string;
}

/** The cache's decision, and the answer that it would return. */
export type Looked = { hit: CachedAnswer | null } & Omit<DryRunCache, "hit">;

/** A cache lookup without side effects. */
export interface CacheLookup {
  lookup(question: string): Promise<Looked>;
  /** The second lookup, by the passages found; null when it finds nothing. */
  lookupByPassages(question: string, passages: readonly string[]): Promise<Looked | null>;
}

/** Dependencies of dry runs; wired in `server/wiring/dry-run.ts`. */
export interface DryRunDeps {
  db: Database;
  log: Logger;
  /** Stores no thread: a dry run is over when it ends or pauses. */
  graph: SupportGraph;
  forget(thread: string): Promise<void>;
  profileOf(tenant: TenantRow): TenantProfile;
  /** @param about `isShown`: a person watches the answer being written. */
  modelFor(about: { tenant: TenantProfile; recordCall: (call: ModelCall) => void; isShown: boolean }): ModelPort;
  search(
    tenantId: string,
    query: {
      question: string;
      history: HistoryMessage[];
      locale?: string | undefined;
      versions?: DryRunVersions | undefined;
      sets?: string[] | undefined;
      /** A person wants the reasons why passages were left out, which take longer. */
      explain: boolean;
    },
  ): Promise<DryRunFound>;
  loadChunks(tenantId: string, ids: string[]): Promise<RetrievedChunk[]>;
  lookFor(tenantId: string, tenant: TenantProfile, about: { locale?: string | undefined }): CacheLookup;
}
