import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { Citation, Grade } from "../../../protocol/messages.ts";
import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import type { SupportGraph } from "../graph.ts";
import type { CachedAnswer, HistoryMessage, ModelPort, RetrievedChunk, TenantProfile } from "../ports.ts";
import type { ModelCall } from "../store/model-calls.ts";

/** Versions searched instead of the published ones of the same documents; documents, or versions, that are left out. By their ids. */
export interface DryRunVersions {
  add?: string[];
  leaveOut?: string[];
}

/** Laid over the tenant's settings and documents; what is absent stays as it is published. */
export interface DryRunDraft {
  guidance?: string;
  tone?: string;
  threshold?: number;
  /** As the tenant's settings name models. */
  model?: TenantRow["models"];
  versions?: DryRunVersions;
  /** Only documents of these sets are searched; absent: of all, and of none. */
  sets?: string[];
}

export interface DryRunInput {
  tenantId: string;
  question: string;
  /** What was said before, oldest first. */
  history?: { role: "visitor" | "assistant"; content: string }[];
  /** The visitor's language, where the page would have told it. */
  locale?: string;
  draft?: DryRunDraft;
  /** `look`: an answer from the cache is given, as a visitor would get it, and nothing is counted or kept. */
  cache: "off" | "look";
  signal: AbortSignal;
  onStep?(step: DryRunStep): void;
  onToken?(text: string): void;
}

/** One node of the graph: what it was given, what it gave, and what it took. */
export interface DryRunStep {
  node: string;
  input: unknown;
  output: unknown;
  ms: number;
  tokens?: { input: number; output: number };
  /** US dollars; null: nobody told what the model costs. */
  cost_usd?: number | null;
  note?: string;
}

export interface DryRunCache {
  hit: boolean;
  /** To the nearest question, where one was compared. */
  similarity: number | null;
  /** Why it was taken or not, in one word of the cache's. */
  reason: string;
  /** The nearest question that was answered before. */
  question?: string;
}

export type DryRunPassage = Pick<
  RetrievedChunk,
  "chunk_id" | "document_id" | "version_id" | "title" | "heading" | "score" | "parts" | "text"
>;

export interface DryRunResult {
  outcome: "answered" | "escalated" | "clarifying" | "small_talk" | "proposed" | "failed";
  /** Of a trial that a person would have been asked about: what was written and not shown. */
  answer: string;
  citations: Citation[];
  grade: Grade | null;
  /** Why a person would have been asked, or why it failed: `cancelled`, `timeout` or `internal`. */
  reason: string | null;
  rephrased_question: string;
  /** Of a question back: what the visitor would choose among. */
  options: string[];
  /** Grades below it go to a person. */
  threshold: number;
  passages: DryRunPassage[];
  /** Null when the cache was not looked at. */
  cache: DryRunCache | null;
  usage: { input_tokens: number; output_tokens: number; cost_usd: number | null };
  ms: number;
  steps: DryRunStep[];
}

/** What the search of a trial tells. */
export interface DryRunFound {
  passages: RetrievedChunk[];
  /** What went in, what was left out, and why. */
  context: ContextRecord;
  /** What a reader of its scores has to know, such as that words alone were compared. */
  note?: string;
}

/** What the cache would do, and the answer that it would give. */
export type Looked = { hit: CachedAnswer | null } & Omit<DryRunCache, "hit">;

/** A look at the cache that changes nothing there. */
export interface CacheLookup {
  lookup(question: string): Promise<Looked>;
  /** The second look, by the passages found; null when it finds nothing. */
  lookupByPassages(question: string, passages: readonly string[]): Promise<Looked | null>;
}

/** What trials are made of; wired in `server/wiring/dry-run.ts`. */
export interface DryRunDeps {
  db: Database;
  log: Logger;
  /** Keeps no thread: a trial is over when it ends or pauses. */
  graph: SupportGraph;
  forget(thread: string): Promise<void>;
  profileOf(tenant: TenantRow): TenantProfile;
  /** @param about `isShown`: somebody watches it being written. */
  modelFor(about: { tenant: TenantProfile; recordCall: (call: ModelCall) => void; isShown: boolean }): ModelPort;
  search(
    tenantId: string,
    query: {
      question: string;
      history: HistoryMessage[];
      locale?: string | undefined;
      versions?: DryRunVersions | undefined;
      sets?: string[] | undefined;
      /** Somebody looks at why what the search left out was left out, which it takes longer to tell. */
      explain: boolean;
    },
  ): Promise<DryRunFound>;
  loadChunks(tenantId: string, ids: string[]): Promise<RetrievedChunk[]>;
  lookFor(tenantId: string, tenant: TenantProfile, about: { locale?: string | undefined }): CacheLookup;
}
