import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";

/** Dependencies of gaps, wired in `server/wiring/gaps.ts`. */
export interface GapDeps {
  db: Database;
  embeddings: EmbeddingPort;
  log: Logger;
  /** The answer that a visitor would get now by rules, which cost nothing. Nothing is stored. */
  askAgain(tenantId: string, question: string): Promise<TriedQuestion>;
  /** Passages that may support visitors' answers, best first. */
  findNearest(tenantId: string, question: string, limit: number): Promise<NearPassage[]>;
  /** A model's answer written from agents' answers; null without a model or a result. */
  writeAnswer(tenantId: string, from: { question: string; answers: string[] }): Promise<string | null>;
  /** Only for tests: most questions that are clustered together. */
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
