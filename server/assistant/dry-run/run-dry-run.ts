import { randomUUID } from "node:crypto";
import { findTenant } from "../../accounts/store/tenants.ts";
import { AppError, asError } from "../../core/errors.ts";
import { readyLanguageOf } from "../../core/text/ready/index.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { intentOf } from "../intent.ts";
import type { AssistantPorts, CachedAnswer, CachePort, RetrievedChunk, TenantProfile } from "../ports.ts";
import { runTurn } from "../run-turn.ts";
import { listDocumentsApart, listDocumentsOf, listDocumentsOfVersions } from "../store/added-chunks.ts";
import { insertModelCalls, type ModelCall } from "../store/model-calls.ts";
import type {
  CacheLookup,
  DryRunDeps,
  DryRunDraft,
  DryRunInput,
  DryRunPassage,
  DryRunResult,
  Looked,
} from "./ports.ts";
import { StepBook } from "./step-book.ts";

/** Documents for which answers on this draft differ from the published state. */
export async function documentsOfDraft(
  tx: TenantTransaction,
  { versions: { add = [], leaveOut = [] } = {}, sets }: Pick<DryRunDraft, "versions" | "sets">,
): Promise<ReadonlySet<string>> {
  const added = await listDocumentsOfVersions(tx, add);
  const leftOut = await listDocumentsOf(tx, leaveOut);
  const apart = sets === undefined ? [] : await listDocumentsApart(tx, sets);
  return new Set([...added, ...leftOut, ...apart]);
}

/** Timeout of a dry run in ms; the same as for a visitor's turn. */
const dryRunTimeoutMs = 120_000;

/**
 * Runs the support graph for a question like a visitor's turn, on a draft of the published state, without side effects: no ticket, no
 * message, no event, nothing in the cache. Only the cost of models is recorded, as a dry run's. Tools are not called.
 * @throws AppError `not_found` for a deleted tenant. The result reports every other error.
 */
export async function runDryRun(deps: DryRunDeps, input: DryRunInput): Promise<DryRunResult> {
  const started = performance.now();
  const { tenantId, question, draft = {} } = input;
  const { tenant, changed } = await withTenant(deps.db, tenantId, async (tx) => ({
    tenant: await findTenant(tx),
    changed: await documentsOfDraft(tx, draft),
  }));
  if (!tenant) throw new AppError("not_found", "Tenant not found.");
  const profile = withDraft(deps.profileOf(tenant), draft);
  const result = emptyResult(question, profile);
  const calls: ModelCall[] = [];
  const dryRun: DryRun = {
    input,
    profile,
    calls,
    result,
    changed,
    signal: limited(input.signal),
    book: bookOf(input, calls, result),
  };
  try {
    await answer(deps, dryRun);
  } finally {
    if (calls.length > 0)
      await withTenant(deps.db, tenantId, (tx) =>
        insertModelCalls(tx, { ticketId: null, turnId: null, isDryRun: true }, calls),
      );
  }
  result.ms = performance.now() - started;
  result.usage = usageOf(calls);
  return result;
}

interface DryRun {
  input: DryRunInput;
  profile: TenantProfile;
  calls: ModelCall[];
  /** Filled in while the graph runs. */
  result: DryRunResult;
  /** Documents that the draft changes. */
  changed: ReadonlySet<string>;
  signal: AbortSignal;
  book: StepBook;
}

async function answer(deps: DryRunDeps, dryRun: DryRun): Promise<void> {
  const { input, result, signal, book } = dryRun;
  const thread = randomUUID();
  try {
    const ports = dryRunPorts(deps, dryRun);
    const { tenantId, question, history = [] } = input;
    const start = { tenantId, ticketId: thread, turnId: randomUUID(), question, history };
    const { outcome } = await runTurn(deps.graph, { ...start, ports, onNode: (node) => book.tell(node) });
    if (outcome === "stopped") fail(result, input.signal.aborted ? "cancelled" : "timeout");
  } catch (error) {
    deps.log.warn({ tenant_id: input.tenantId, err: asError(error).message }, "Dry run failed");
    fail(result, signal.aborted ? "cancelled" : "internal");
  } finally {
    await deps.forget(thread);
  }
}

function fail(result: DryRunResult, reason: string): void {
  Object.assign(result, { outcome: "failed", reason });
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(dryRunTimeoutMs)]);
}

function bookOf({ onStep }: DryRunInput, calls: ModelCall[], result: DryRunResult): StepBook {
  return new StepBook({
    calls,
    onStep: (step) => {
      result.steps.push(step);
      onStep?.(step);
    },
  });
}

/** The tenant's profile with the draft's values. */
function withDraft(profile: TenantProfile, { guidance, tone, threshold, model }: DryRunDraft): TenantProfile {
  return {
    ...profile,
    ...(guidance === undefined ? {} : { guidance }),
    ...(tone === undefined ? {} : { tone }),
    ...(model === undefined ? {} : { models: { ...profile.models, ...model } }),
    ...(threshold === undefined ? {} : { threshold }),
  };
}

/** All ports of the graph, without their side effects. */
function dryRunPorts(
  deps: DryRunDeps,
  { input, profile, calls, result, changed, signal, book }: DryRun,
): AssistantPorts {
  const { tenantId, question, history = [], locale, draft, onStep, onToken } = input;
  const isSmallTalk = intentOf(question) === "small_talk";
  return {
    tenant: profile,
    language: readyLanguageOf(question, locale ?? profile.locale),
    model: deps.modelFor({ tenant: profile, recordCall: (call) => calls.push(call), isShown: onToken !== undefined }),
    cache: dryRunCache({ ...input, look: () => deps.lookFor(tenantId, profile, { locale }), changed, result, book }),
    signal,
    async search(asked) {
      const { passages, context, note } = await deps.search(tenantId, {
        question: asked,
        history,
        locale,
        versions: draft?.versions,
        sets: draft?.sets,
        explain: onStep !== undefined,
      });
      result.passages = passages.map(toPassage);
      book.found({ passages: result.passages, context, note });
      return passages;
    },
    loadChunks: (ids) => deps.loadChunks(tenantId, ids),
    emit(type, payload) {
      if (type === "token" && "content" in payload && !signal.aborted) onToken?.(payload.content);
    },
    isStopped: () => signal.aborted,
    async finish({ answer: text, citations, grade, rephrased_question }) {
      // An answer has a grade; small talk and a request for other words have none.
      const outcome = grade !== null ? "answered" : isSmallTalk ? "small_talk" : "clarifying";
      Object.assign(result, { outcome, answer: text, citations, grade, rephrased_question });
    },
    async escalate({ reason, question: rephrased_question, draft: withheld }) {
      const { content = "", citations = [], grade = null } = withheld ?? {};
      Object.assign(result, { outcome: "escalated", reason, answer: content, citations, grade, rephrased_question });
      return { ticket_number: 0 };
    },
    async clarify({ prompt, options }) {
      Object.assign(result, { outcome: "clarifying", answer: prompt, options: options.map(({ label }) => label) });
    },
    finishHuman: () => Promise.reject(new Error("nobody decides about a trial")),
  };
}

function usageOf(calls: readonly ModelCall[]): DryRunResult["usage"] {
  const sum = (count: (call: ModelCall) => number) => calls.reduce((total, call) => total + count(call), 0);
  const isKnown = calls.every(({ price_known = true }) => price_known);
  return {
    input_tokens: sum(({ input_tokens }) => input_tokens),
    output_tokens: sum(({ output_tokens }) => output_tokens),
    cost_usd: isKnown ? sum(({ cost_micros }) => cost_micros) / 1_000_000 : null,
  };
}

function toPassage(found: RetrievedChunk): DryRunPassage {
  const { chunk_id, document_id, version_id, title, heading, score, parts, text } = found;
  return { chunk_id, document_id, version_id, title, heading, score, parts, text };
}

interface DryRunCache extends Pick<DryRunInput, "cache"> {
  look(): CacheLookup;
  /** Documents that the draft changes: cached answers based on them do not apply to the draft. */
  changed: ReadonlySet<string>;
  result: DryRunResult;
  book: StepBook;
}

const noCache: CachePort = { lookup: async () => null, lookupByPassages: async () => null, store: async () => {} };

/** The cache for a dry run's graph: lookups only, or no cache at all; nothing is ever stored. */
function dryRunCache({ cache, look, changed, result, book }: DryRunCache): CachePort {
  if (cache === "off") return noCache;
  const looking = look();
  const note = ({ hit, ...told }: Looked): CachedAnswer | null => {
    const isChanged = hit?.citations.some(({ document_id: id }) => id !== undefined && changed.has(id)) ?? false;
    const taken = isChanged ? null : hit;
    result.cache = { hit: taken !== null, ...told, ...(isChanged ? { reason: "changed_document" } : {}) };
    book.looked(result.cache);
    return taken;
  };
  return {
    lookup: async (question) => note(await looking.lookup(question)),
    async lookupByPassages(question, passages) {
      const found = await looking.lookupByPassages(question, passages);
      return found && note(found);
    },
    store: async () => {},
  };
}

/** A dry run's result before anything has run. */
function emptyResult(question: string, { threshold }: TenantProfile): DryRunResult {
  return {
    outcome: "failed",
    answer: "",
    citations: [],
    grade: null,
    reason: null,
    rephrased_question: question,
    options: [],
    threshold,
    passages: [],
    cache: null,
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    ms: 0,
    steps: [],
  };
}
