import { findTenant } from "../accounts/store/tenants.ts";
import type { DryRunDeps } from "../assistant/dry-run/ports.ts";
import { createTryAnswer } from "../assistant/dry-run/try-answer.ts";
import type { RetrievedChunk, TenantProfile } from "../assistant/ports.ts";
import type { SearchDeps } from "../assistant/search/search.ts";
import { searchForVisitor } from "../assistant/search/search-for.ts";
import { insertModelCalls, type ModelCall } from "../assistant/store/model-calls.ts";
import { namedLogger } from "../core/log.ts";
import { withTenant } from "../database/transaction.ts";
import type { GapDeps } from "../knowledge/gaps/deps.ts";
import type { TurnDeps } from "../tickets/turns/deps.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";

/** Longest wait for a model's draft, in ms. */
const draftTimeoutMs = 60_000;
/** Background questions cost nothing, whichever models a tenant has. */
const extractive = { provider: "extractive", model: "" };
const rulesOnly = { contextualize: extractive, generate: extractive, grade: extractive, summarize: extractive };

interface GapParts {
  search: SearchDeps;
  turnDeps: Pick<TurnDeps, "db" | "modelFor">;
  dryRuns: DryRunDeps;
}

/** Wires gaps to visitors' answers, the search and the models. */
export function createGapDeps(
  { db, hub, embeddings, log }: Resources,
  { search, turnDeps, dryRuns }: GapParts,
): GapDeps {
  const tryAnswer = createTryAnswer({
    ...dryRuns,
    modelFor: (dryRun) =>
      dryRuns.modelFor({ ...dryRun, tenant: { ...dryRun.tenant, models: rulesOnly }, recordCall: () => {} }),
  });
  return {
    db,
    hub,
    embeddings,
    log: namedLogger(log, "gaps"),
    async askAgain(tenantId, question) {
      const { outcome, grade, citations } = await tryAnswer(tenantId, question);
      return { isAnswered: outcome === "answered", score: grade?.score ?? 0, citations };
    },
    async findNearest(tenantId, question, limit) {
      const found = await searchForVisitor(search, tenantId, { question });
      return found.slice(0, limit).map(({ document_id, title, heading, text, score }) => ({
        document_id,
        title,
        heading,
        text,
        score,
      }));
    },
    writeAnswer: (tenantId, from) => writeAnswer(turnDeps, tenantId, from),
  };
}

type Writing = Parameters<GapDeps["writeAnswer"]>[1];

/** A model answers the question from agents' messages, as it does from documents. Null when only the built-in rules would answer. */
async function writeAnswer(
  { db, modelFor }: Pick<TurnDeps, "db" | "modelFor">,
  tenantId: string,
  { question, answers }: Writing,
): Promise<string | null> {
  const row = await withTenant(db, tenantId, findTenant);
  if (!row) return null;
  const tenant: TenantProfile = toProfile(row);
  const calls: ModelCall[] = [];
  const model = modelFor({ tenant, recordCall: (call) => calls.push(call) });
  if (model.assess) return null;
  try {
    const input = { question, history: [], chunks: answers.map(asPassage), tenant };
    const { text } = await model.generate(input, () => {}, AbortSignal.timeout(draftTimeoutMs));
    return text.replace(/(?<!\s)\s*\[\d{1,3}\](?!\()/g, "");
  } finally {
    await withTenant(db, tenantId, (tx) => insertModelCalls(tx, { ticketId: null, turnId: null }, calls));
  }
}

function asPassage(text: string, index: number): RetrievedChunk {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  return {
    chunk_id: id,
    document_id: id,
    version_id: id,
    title: `Answer ${index + 1} of the support team`,
    source: `answer-${index + 1}`,
    url: null,
    page: null,
    heading: null,
    text,
    score: 1,
    parts: {},
  };
}
