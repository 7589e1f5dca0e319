import { randomUUID } from "node:crypto";
import type { TriedAnswer } from "../../protocol/admin-try.ts";
import { createSupportGraph } from "../assistant/graph.ts";
import { MemorySaver } from "../assistant/langgraph.ts";
import type { AssistantPorts, CachePort, TenantProfile } from "../assistant/ports.ts";
import { runTurn } from "../assistant/run-turn.ts";
import { AppError } from "../errors.ts";
import { insertModelCalls, type ModelCall } from "../store/model-calls.ts";
import { findTenant } from "../store/tenants.ts";
import { withTenant } from "../store/transaction.ts";
import { readyLanguageOf } from "../text/ready/index.ts";
import type { TurnDeps } from "./deps.ts";
import { toProfile } from "./load-turn.ts";

/** Longest that somebody waits in front of it. */
const tryTimeoutMs = 60_000;

const noCache: CachePort = { lookup: async () => null, lookupByPassages: async () => null, store: async () => {} };

export type TryAnswer = (tenantId: string, question: string) => Promise<TriedAnswer>;

/**
 * Answers a question as a visitor's first one is answered, through the same graph, and tells nobody: no ticket, no message, no cache.
 * Only what the models cost is written down.
 * @returns a function that throws AppError `unavailable` when the answer does not come in time.
 */
export function createTryAnswer(deps: Pick<TurnDeps, "db" | "modelFor" | "search" | "loadChunks">): TryAnswer {
  // A pause is written here and forgotten at once.
  const saver = new MemorySaver();
  const graph = createSupportGraph(saver);
  return async (tenantId, question) => {
    const startedAt = performance.now();
    const tenant = await withTenant(deps.db, tenantId, findTenant);
    if (!tenant) throw new AppError("not_found", "There is no such tenant.");
    const profile = toProfile(tenant);
    const thread = randomUUID();
    const calls: ModelCall[] = [];
    const told: Told = {
      outcome: "handed_over",
      reason: null,
      content: "",
      citations: [],
      grade: null,
      options: [],
      read: [],
    };
    const ports = trialPorts(deps, { tenantId, profile, question, calls, told });
    try {
      const start = { tenantId, ticketId: thread, turnId: randomUUID(), question, history: [] };
      const { outcome } = await runTurn(graph, { ...start, ports });
      if (outcome === "stopped") throw new AppError("unavailable", "The answer took too long.");
    } finally {
      await saver.deleteThread(thread);
      await withTenant(deps.db, tenantId, (tx) => insertModelCalls(tx, { ticketId: null, turnId: null }, calls));
    }
    return { ...told, threshold: profile.threshold, took_ms: Math.round(performance.now() - startedAt) };
  };
}

type Told = Omit<TriedAnswer, "threshold" | "took_ms">;

interface Trial {
  tenantId: string;
  profile: TenantProfile;
  question: string;
  calls: ModelCall[];
  /** Filled in as the graph ends. */
  told: Told;
}

/** Everything the graph may do, without doing any of it. */
function trialPorts(
  deps: Pick<TurnDeps, "modelFor" | "search" | "loadChunks">,
  { tenantId, profile, question, calls, told }: Trial,
): AssistantPorts {
  const signal = AbortSignal.timeout(tryTimeoutMs);
  return {
    tenant: profile,
    language: readyLanguageOf(question, profile.locale),
    model: deps.modelFor({ tenant: profile, recordCall: (call) => calls.push(call) }),
    cache: noCache,
    signal,
    async search(asked, stop) {
      const found = await deps.search(tenantId, { question: asked, history: [] }, stop);
      told.read = found.map(({ chunk_id }) => chunk_id);
      return found;
    },
    loadChunks: (ids) => deps.loadChunks(tenantId, ids),
    emit: () => {},
    isStopped: () => signal.aborted,
    async finish({ answer, citations, grade }) {
      Object.assign(told, { outcome: "answered", content: answer, citations, grade });
    },
    async escalate({ reason, draft }) {
      const { content = "", citations = [], grade = null } = draft ?? {};
      Object.assign(told, { outcome: "handed_over", reason, content, citations, grade });
      return { ticket_number: 0 };
    },
    async clarify({ prompt, options }) {
      Object.assign(told, { outcome: "asked_back", content: prompt, options: options.map(({ label }) => label) });
    },
    finishHuman: () => Promise.reject(new Error("nobody decides about a trial")),
  };
}
