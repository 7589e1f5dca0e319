import type { Citation, Grade, RelatedSection } from "../../protocol/messages.ts";

export interface CachedAnswer {
  answer: string;
  citations: Citation[];
  grade: Grade;
  /** Related sections below the answer. */
  related?: RelatedSection[] | undefined;
  /** The cached question that matched. */
  question: string;
  kind: "exact" | "nearest";
  similarity: number;
}

export interface CachePort {
  lookup(question: string): Promise<CachedAnswer | null>;
  /** A second lookup after a miss, with the question's passages, best first. */
  lookupByPassages(question: string, passages: readonly string[]): Promise<CachedAnswer | null>;
  store(entry: {
    question: string;
    answer: string;
    citations: Citation[];
    grade: Grade;
    related?: RelatedSection[] | undefined;
    chunks: { chunk_id: string; document_id: string; version_id: string }[];
  }): Promise<void>;
}
