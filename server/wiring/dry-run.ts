import { MemorySaver } from "@langchain/langgraph";
import type { ContextEntry, ContextRecord } from "../../protocol/context-record.ts";
import type { SemanticCache } from "../assistant/cache/semantic-cache.ts";
import type { DryRunDeps } from "../assistant/dry-run/ports.ts";
import { createSupportGraph } from "../assistant/graph.ts";
import { choosePassages } from "../assistant/retrieval-context/assemble.ts";
import { createAddedShelves } from "../assistant/search/changed-versions.ts";
import type { SearchDeps, SearchOutcome } from "../assistant/search/search.ts";
import { searchForDryRun } from "../assistant/search/search-for.ts";
import { namedLogger } from "../core/log.ts";
import type { Database } from "../database/database.ts";
import { withTenant } from "../database/transaction.ts";
import { findTitles } from "../knowledge/store/documents.ts";
import type { TurnDeps } from "../tickets/turns/deps.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";
import { cacheScopeOf } from "./turn-deps.ts";

interface DryRunParts {
  cache: SemanticCache;
  search: SearchDeps;
  turnDeps: Pick<TurnDeps, "loadChunks">;
}

/** Wires dry runs to the graph, models, cache and documents of visitors' turns. */
export function createDryRunDeps(
  { db, log, models }: Pick<Resources, "db" | "log" | "models">,
  { cache, search, turnDeps }: DryRunParts,
): DryRunDeps {
  // Checkpoints are stored only in memory and dropped at once.
  const saver = new MemorySaver();
  const library = { ...search, shelves: createAddedShelves() };
  return {
    db,
    log: namedLogger(log, "dry-run"),
    graph: createSupportGraph(saver),
    forget: (thread) => saver.deleteThread(thread),
    profileOf: toProfile,
    modelFor: ({ isShown, ...turn }) => models.forTurn(isShown ? turn : { ...turn, paceMs: 0 }),
    async search(tenantId, query) {
      const outcome = await searchForDryRun(library, tenantId, query);
      const note = noteOf(outcome);
      const { results, dropped = [], took_ms: ms } = outcome;
      const { passages, record } = choosePassages(results, { recalled: nothingRecalled, refused: dropped, ms });
      const context = query.explain ? await withTitles(db, tenantId, record) : record;
      return { passages, context, ...(note === "" ? {} : { note }) };
    },
    loadChunks: turnDeps.loadChunks,
    lookFor: (tenantId, tenant, { locale }) => cache.forDryRun(tenantId, cacheScopeOf(models, tenant, { locale })),
  };
}

/** A dry run has no memories, and no messages before the given ones. */
const nothingRecalled = { candidates: [], sources: [] };

async function withTitles(db: Database, tenantId: string, record: ContextRecord): Promise<ContextRecord> {
  const ids = [...record.taken, ...record.left_out].flatMap(({ document_id: id }) => id ?? []);
  const titles = await withTenant(db, tenantId, (tx) => findTitles(tx, ids));
  const titled = (entry: ContextEntry): ContextEntry => {
    const title = titles.get(entry.document_id ?? "");
    return title === undefined ? entry : { ...entry, title };
  };
  return { ...record, taken: record.taken.map(titled), left_out: record.left_out.map(titled) };
}

/** A note that explains the scores. */
function noteOf({ vectors, added }: SearchOutcome): string {
  if (!vectors) return "Searched by words only: vectors are missing or still being created.";
  const late = added?.without_vectors ?? 0;
  return late === 0 ? "" : `${late} passages of the added versions were searched by words only.`;
}
