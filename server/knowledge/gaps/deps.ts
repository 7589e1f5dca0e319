import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";

/** Dependencies of gaps, wired in `server/wiring/gaps.ts`. */
export interface GapDeps {
  db: Database;
  hub: LiveHub;
  embeddings: EmbeddingPort;
  log: Logger;
  /** Returns the answer that a visitor would get now by rules, which cost nothing. Stores nothing. */
  askAgain(tenantId: string, question: string): Promise<TriedQuestion>;
  /** Returns passages that may support answers to visitors, best first. */
  findNearest(tenantId: string, question: string, limit: number): Promise<NearPassage[]>;
  /** Lets a model write an answer from agents' answers. Returns null without a model or a result. */
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
