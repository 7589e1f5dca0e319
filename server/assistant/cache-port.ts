import type { Citation, Grade, RelatedSection } from "../../protocol/messages.ts";

export interface CachedAnswer {
  answer: string;
  citations: Citation[];
  grade: Grade;
  /** Sections that stood below the answer. */
  related?: RelatedSection[] | undefined;
  /** The cached question that matched. */
  question: string;
  kind: "exact" | "nearest";
  similarity: number;
}

export interface CachePort {
  lookup(question: string): Promise<CachedAnswer | null>;
  /** A second look at a question that was looked up in vain, once its passages are known, best first. */
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
