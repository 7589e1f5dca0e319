import { askWhich } from "../../../server/assistant/nodes/question.ts";
import type { GradeResult, ModelPort, RetrievedChunk, TenantProfile } from "../../../server/assistant/ports.ts";
import { closeReadings } from "../../../server/assistant/readings.ts";
import type { SearchOutcome, SearchQuery } from "../../../server/assistant/search/search.ts";
import { type QueryRow, visitorHistory } from "../data/sets.ts";

/** The settings of a new tenant. */
export const evalTenant: TenantProfile = {
  name: "Eval",
  tone: "",
  locale: "en",
  threshold: 0.7,
  answer_mode: "stream_first",
  clarify: true,
};
/** The parameters of a turn's search (`searchForVisitor`). */
const visitorSearch = { distinct: true, audience: "public", maxTokens: 4_000 } as const;

/** The result of a question, with all intermediate decisions. */
export interface AskedAnswer {
  /** The standalone question of the search. */
  standalone: string;
  /** The answer, even when it was held back. */
  text: string;
  citations: { document_id: string; chunk_id: string; quote: string }[];
  grade: GradeResult | null;
  /** Labels of the readings offered to the visitor. */
  readings: string[];
  chunks: RetrievedChunk[];
  cpu_ms: number;
  wall_ms: number;
}

export interface AskWith {
  model: ModelPort;
  search(tenantId: string, query: SearchQuery): Promise<Pick<SearchOutcome, "results">>;
}

/** Answers a question with the steps of a turn, without the server: rewrite, search, clarify, assess, write, grade. */
export async function askAsTurn(
  { model, search }: AskWith,
  tenantId: string,
  { question, history }: Pick<QueryRow, "question" | "history">,
): Promise<AskedAnswer> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const { signal } = new AbortController();
  const said = visitorHistory(history);
  const tenant = evalTenant;
  const rewritten = said.length === 0 ? null : await model.contextualize({ question, history: said, tenant }, signal);
  const standalone = rewritten === null || rewritten.unchanged ? question : rewritten.question;
  const { results: chunks } = await search(tenantId, { question: standalone, history: said, ...visitorSearch });
  const readings = askWhich(rewritten?.readings ?? []) ?? askWhich(closeReadings(standalone, chunks, tenant));
  const input = { question: standalone, history: [], said, chunks, tenant };
  const assessed = chunks.length === 0 ? null : ((await model.assess?.(input)) ?? null);
  const answer = chunks.length === 0 ? { text: "", citations: [] } : await model.generate(input, () => {}, signal);
  const grade = answer.text === "" ? assessed : await model.grade({ ...input, answer }, signal);
  const spent = process.cpuUsage(cpu);
  return {
    standalone,
    text: answer.text,
    citations: answer.citations.map(({ document_id = "", chunk_id = "", quote = "" }) => ({
      document_id,
      chunk_id,
      quote,
    })),
    grade,
    readings: readings?.options.map(({ label }) => label) ?? [],
    chunks,
    cpu_ms: (spent.user + spent.system) / 1000,
    wall_ms: performance.now() - started,
  };
}
