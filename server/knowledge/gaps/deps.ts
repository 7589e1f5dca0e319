import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";

/** What gaps are made of; wired in `server/wiring/gaps.ts`. */
export interface GapDeps {
  db: Database;
  embeddings: EmbeddingPort;
  log: Logger;
  /** What a visitor would be answered now by the rules, which cost nothing; nothing of it is stored. */
  askAgain(tenantId: string, question: string): Promise<TriedQuestion>;
  /** What visitors' answers may rest on, best first. */
  findNearest(tenantId: string, question: string, limit: number): Promise<NearPassage[]>;
  /** An answer that a model writes from what agents said; null where no model does, or it had nothing to say. */
  writeAnswer(tenantId: string, from: { question: string; answers: string[] }): Promise<string | null>;
  /** Only for tests: questions that are clustered together. */
  maxClustered?: number;
}

interface TriedQuestion {
  isAnswered: boolean;
  score: number;
  citations: {
    chunk_id: string;
    document_id?: string | undefined;
    title: string;
    heading?: string | undefined;
    quote: string;
  }[];
}

interface NearPassage {
  document_id: string;
  title: string;
  heading: string | null;
  text: string;
  score: number;
}
