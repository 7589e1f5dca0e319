import type { ContextSource } from "../../protocol/context-record.ts";
import type {
  AuditResult,
  ComparisonResult,
  CopilotAction,
  CopilotDocument,
  Excerpt,
  InquiryResult,
  SummaryResult,
} from "../../protocol/copilot.ts";
import type { DocumentLink } from "./links.ts";
import type { NameDocuments } from "./name-documents.ts";
import type { PickedChunk } from "./sampling.ts";

/** A passage for the copilot. */
export interface CopilotChunk {
  chunk_id: string;
  document_id: string;
  version_id: string;
  title: string;
  url: string | null;
  page: number | null;
  heading: string | null;
  text: string;
  /** Position in its version, from 0. */
  ordinal: number;
  /** A web page, which is not in the library. */
  is_web?: true;
  /** Cosine to the search text, 0 to 1; null without a search or without vectors. */
  similarity: number | null;
}

/** The result of an action with its evidence. The result refers to `excerpts`. */
export interface Concluded<Result> {
  result: Result;
  excerpts: Excerpt[];
  /** Confidence of the conclusion, 0 to 1; null when unknown. */
  inference: number | null;
  judge: "model" | "rules";
}

/** A document with the passages that are read, in reading order. */
export interface ReadDocument {
  document: CopilotDocument;
  chunks: CopilotChunk[];
}

/** A question about documents. */
export interface ReadingWish {
  /** The question; null for the documents as a whole. */
  focus: string | null;
  /** The message itself. */
  request: string;
  /** The person's language, BCP 47. */
  locale: string;
}

export interface SummarizeInput extends ReadingWish {
  documents: ReadDocument[];
}

export interface InquireInput {
  question: string;
  chunks: CopilotChunk[];
  locale: string;
  /** The conversation's marked words or earlier results, if the question may mean them. */
  notes?: readonly string[];
}

export interface CompareInput extends ReadingWish {
  /** Whole, with the links that stored passages lack. */
  documents: (ReadDocument & { links?: readonly DocumentLink[] })[];
  /** As much of them as a model reads at once. */
  fitted: ReadDocument[];
}

/** A sentence of the audited text, with its position and the nearest sections of the policies, nearest first. */
export interface AuditedStatement {
  start: number;
  end: number;
  text: string;
  nearest: CopilotChunk[];
}

export interface AuditInput {
  /** The policies. */
  text: string;
  statements: AuditedStatement[];
  targets: ReadDocument[];
  locale: string;
}

/** The four conclusions, by a model or without one. @throws ModelFailure */
export interface CopilotModel {
  /** It reads whole documents without cost, so no passages are selected for it. */
  readonly readsWhole: boolean;
  summarize(input: SummarizeInput, signal: AbortSignal): Promise<Concluded<SummaryResult>>;
  inquire(input: InquireInput, signal: AbortSignal): Promise<Concluded<InquiryResult>>;
  compare(input: CompareInput, signal: AbortSignal): Promise<Concluded<ComparisonResult>>;
  audit(input: AuditInput, signal: AbortSignal): Promise<Concluded<AuditResult>>;
}

/**
 * The messages of a conversation, oldest first. A `note` replaces earlier messages: a summary, or the marked words with which a branch
 * began.
 */
export interface CopilotSaid {
  role: "person" | "copilot" | "note";
  content: string;
  action: CopilotAction | null;
}

/** A summary of messages in a few lines; empty when no model wrote one. @throws ModelFailure */
export type SumUpConversation = (
  input: { before: string; said: readonly CopilotSaid[]; locale: string },
  signal: AbortSignal,
) => Promise<string>;

/** A query for a search engine; empty when no model wrote one. @throws ModelFailure */
export type WriteWebQuery = (
  input: { words: string; said: readonly CopilotSaid[] },
  signal: AbortSignal,
) => Promise<string>;

/** The possible intents of a message. */
export interface Intent {
  /** Best first, with a confidence from 0 to 1. */
  actions: { action: CopilotAction; confidence: number }[];
  /** A model's judgement that the documents cannot answer the message, but the web can. */
  web?: boolean;
  /** The question about its documents; missing for the documents as a whole. */
  focus?: string | null;
}

/** A model that classifies the intent of a message. @throws ModelFailure */
export interface IntentPort {
  classify(
    input: { text: string; said: readonly CopilotSaid[]; documents: number; hasText: boolean },
    signal: AbortSignal,
  ): Promise<Intent>;
}

/** The result of any action. */
export type CopilotConclusion = Concluded<SummaryResult | InquiryResult | ComparisonResult | AuditResult>;

/** The workers for one message. All but `model` need a language model and are missing without one. */
export interface CopilotWorkers {
  /** Classifies the intent; without it, an untagged message is a question. */
  intent?: IntentPort;
  /** Recognizes names; without it, documents are found by their whole titles. */
  nameDocuments?: NameDocuments;
  sumUp?: SumUpConversation;
  writeWebQuery?: WriteWebQuery;
  model: CopilotModel;
  /** Whether a language model concludes; otherwise results quote and do not judge. */
  hasModel: boolean;
}

/** The use of the passages. */
export interface ContextWish {
  /** An answer is made of passages; targets are documents, each with its best passage. */
  purpose: "answer" | "targets";
  query: string;
  /** Versions that the message is about: only these are searched, and they count most. Empty: the whole library. */
  versions: readonly string[];
  /** Sets that are searched as a whole. */
  sets?: readonly string[];
  /** The only documents that may be added; without it, all may. */
  among?: readonly CopilotDocument[];
  /** Selects the passages that are good enough; they are given best first. */
  pick(ranked: readonly CopilotChunk[]): PickedChunk[];
  limits: { found: number; tokens: number; most: number };
}

/** Everything that a run may do outside its state, for one message of one person. */
export interface CopilotPorts extends Omit<CopilotWorkers, "hasModel" | "sumUp"> {
  signal: AbortSignal;
  locale: string;
  /** Before this message, oldest first. */
  said: readonly CopilotSaid[];
  /** Documents that this conversation has used, the last used first. */
  registry: readonly CopilotDocument[];
  /** The marked words with which the conversation began: its questions are about them. */
  about?: string;
  hasWeb: boolean;
  /** The embedding model; each has its own scale of similarities. */
  embeddingModel: string;
  /** Every readable version of every document that the person may see. */
  listDocuments(): Promise<CopilotDocument[]>;
  /** All passages of a version in reading order, without their overlaps. */
  readChunks(versionId: string): Promise<CopilotChunk[]>;
  /** The links of a version. */
  readLinks(versionId: string): Promise<DocumentLink[]>;
  /** The passages nearest to the text, best first: of these versions, of these sets, or of the whole library when none is named. */
  findChunks(
    query: string,
    within: { versions?: readonly string[]; sets?: readonly string[] },
    limit: number,
  ): Promise<CopilotChunk[]>;
  /**
   * The context for the message: the requested passages, the documents that the person always includes, and those of related branches;
   * the most important first. Records what was left out and why.
   */
  assemble(wish: ContextWish): Promise<{ source: ContextSource; chunk: CopilotChunk }[]>;
  /** Records how much of each requested document is used, when documents are read and not searched. */
  noteRead?(read: readonly (ReadDocument & { all: readonly CopilotChunk[] })[]): void;
  /** Passages of web pages for a query, best first; null when the search failed. */
  findOnWeb(query: string): Promise<CopilotChunk[] | null>;
  /** The nearest of the given passages, best first, with their similarity. */
  rankChunks(query: string, chunks: readonly CopilotChunk[]): Promise<CopilotChunk[]>;
  /** Shows the current step in a few words. */
  tell(status: string): void;
}
