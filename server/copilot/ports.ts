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

/** A passage as the copilot sees it. */
export interface CopilotChunk {
  chunk_id: string;
  document_id: string;
  version_id: string;
  title: string;
  url: string | null;
  page: number | null;
  heading: string | null;
  text: string;
  /** Place in its version, from 0. */
  ordinal: number;
  /** A page of the web, which has no place in the library. */
  is_web?: true;
  /** Cosine to what was looked for, 0 to 1; null where nothing was looked for or there are no vectors. */
  similarity: number | null;
}

/** What an action was made from, and what it came to. `excerpts` are the words that its result points at. */
export interface Concluded<Result> {
  result: Result;
  excerpts: Excerpt[];
  /** 0 to 1: how sure who concluded is; null where nobody can say. */
  inference: number | null;
  judge: "model" | "rules";
}

/** A document with what is read of it, in reading order. */
export interface ReadDocument {
  document: CopilotDocument;
  chunks: CopilotChunk[];
}

/** What somebody wants to know of documents. */
export interface ReadingWish {
  /** What they are read for; null: as a whole. */
  focus: string | null;
  /** The message itself. */
  request: string;
  /** Of the person who asks, BCP 47. */
  locale: string;
}

export interface SummarizeInput extends ReadingWish {
  documents: ReadDocument[];
}

export interface InquireInput {
  question: string;
  chunks: CopilotChunk[];
  locale: string;
  /** What the conversation was begun with or came to before, where the question may mean it. */
  notes?: readonly string[];
}

export interface CompareInput extends ReadingWish {
  /** Whole, with the links that their passages are stored without. */
  documents: (ReadDocument & { links?: readonly DocumentLink[] })[];
  /** As much of them as a model reads at once. */
  fitted: ReadDocument[];
}

/** A sentence of the text that is audited, with its place in it and the nearest sections of the policies, nearest first. */
export interface AuditedStatement {
  start: number;
  end: number;
  text: string;
  nearest: CopilotChunk[];
}

export interface AuditInput {
  /** What is held against the policies. */
  text: string;
  statements: AuditedStatement[];
  targets: ReadDocument[];
  locale: string;
}

/** The four conclusions, by a model or without one. @throws ModelFailure */
export interface CopilotModel {
  /** It reads whole documents at no cost, so that nothing is picked out for it. */
  readonly readsWhole: boolean;
  summarize(input: SummarizeInput, signal: AbortSignal): Promise<Concluded<SummaryResult>>;
  inquire(input: InquireInput, signal: AbortSignal): Promise<Concluded<InquiryResult>>;
  compare(input: CompareInput, signal: AbortSignal): Promise<Concluded<ComparisonResult>>;
  audit(input: AuditInput, signal: AbortSignal): Promise<Concluded<AuditResult>>;
}

/** What was said in a conversation, oldest first. A `note` stands for what was said before that: summaries, or words a branch was begun with. */
export interface CopilotSaid {
  role: "person" | "copilot" | "note";
  content: string;
  action: CopilotAction | null;
}

/** A few lines on what was said. Empty: no model could say it. @throws ModelFailure */
export type SumUpConversation = (
  input: { before: string; said: readonly CopilotSaid[]; locale: string },
  signal: AbortSignal,
) => Promise<string>;

/** A query for a search engine. Empty: no model could write one. @throws ModelFailure */
export type WriteWebQuery = (
  input: { words: string; said: readonly CopilotSaid[] },
  signal: AbortSignal,
) => Promise<string>;

/** What somebody may mean by their words. */
export interface Intent {
  /** Best first, with how sure it is, 0 to 1. */
  actions: { action: CopilotAction; confidence: number }[];
  /** A model's judgement that only the world outside the documents knows the answer. */
  web?: boolean;
  /** What the message wants to know of its documents; nothing where it wants the whole. */
  focus?: string | null;
}

/** A model that tells what a message wants. @throws ModelFailure */
export interface IntentPort {
  classify(
    input: { text: string; said: readonly CopilotSaid[]; documents: number; hasText: boolean },
    signal: AbortSignal,
  ): Promise<Intent>;
}

/** What an action came to, whichever it was. */
export type CopilotConclusion = Concluded<SummaryResult | InquiryResult | ComparisonResult | AuditResult>;

/** Who works on one message. All but `model` need a language model and are missing without one. */
export interface CopilotWorkers {
  /** Tells what a message wants; without it an action that is not tagged is a question. */
  intent?: IntentPort;
  /** Reads names; without it documents are found by their whole titles. */
  nameDocuments?: NameDocuments;
  sumUp?: SumUpConversation;
  writeWebQuery?: WriteWebQuery;
  model: CopilotModel;
  /** Whether a language model concludes; otherwise results quote and do not judge. */
  hasModel: boolean;
}

/** What passages are wanted for. */
export interface ContextWish {
  /** An answer is made of passages; targets are documents, each with its best passage. */
  purpose: "answer" | "targets";
  query: string;
  /** Versions that the message is about: only these are searched, and they count most. None: the whole library is. */
  versions: readonly string[];
  /** Sets that are searched as a whole. */
  sets?: readonly string[];
  /** The only documents that may come in; any where it is not said. */
  among?: readonly CopilotDocument[];
  /** Which of what was found is good enough, given best first. */
  pick(ranked: readonly CopilotChunk[]): PickedChunk[];
  limits: { found: number; tokens: number; most: number };
}

/** Everything a run may do to the world, bound to one message of one person. */
export interface CopilotPorts extends Omit<CopilotWorkers, "hasModel" | "sumUp"> {
  signal: AbortSignal;
  locale: string;
  /** Before this message, oldest first. */
  said: readonly CopilotSaid[];
  /** Documents that this conversation has used, those used last first. */
  registry: readonly CopilotDocument[];
  /** Words that the conversation was begun with: its questions are about them. */
  about?: string;
  hasWeb: boolean;
  /** By which similarities are measured: each has a scale of its own. */
  embeddingModel: string;
  /** Every version of every document that the person may see, as far as they can be read. */
  listDocuments(): Promise<CopilotDocument[]>;
  /** All passages of a version in reading order, those it shares with the one before taken out. */
  readChunks(versionId: string): Promise<CopilotChunk[]>;
  /** The links of a version, where its text has any. */
  readLinks(versionId: string): Promise<DocumentLink[]>;
  /** The passages nearest to the words, best first: of these versions, of these sets, or of the whole library where none is named. */
  findChunks(
    query: string,
    within: { versions?: readonly string[]; sets?: readonly string[] },
    limit: number,
  ): Promise<CopilotChunk[]>;
  /**
   * What goes in: what was asked for, what the person always includes, what the branches beside this one use; the weightiest first. Notes what
   * was left out and why.
   */
  assemble(wish: ContextWish): Promise<{ source: ContextSource; chunk: CopilotChunk }[]>;
  /** Notes how much of each document that was asked for goes in, where documents are read and not searched. */
  noteRead?(read: readonly (ReadDocument & { all: readonly CopilotChunk[] })[]): void;
  /** Passages of pages of the web for a query, best first; null where the web could not be searched. */
  findOnWeb(query: string): Promise<CopilotChunk[] | null>;
  /** The nearest passages to words among given ones, best first, with their similarity. */
  rankChunks(query: string, chunks: readonly CopilotChunk[]): Promise<CopilotChunk[]>;
  /** Says what is being done, in a few words. */
  tell(status: string): void;
}
