import type { MemoryDeps, RememberDeps } from "../assistant/memory/deps.ts";
import { noteRecalled, recallMemories } from "../assistant/memory/recall.ts";
import { namedLogger } from "../core/log.ts";
import type { Queues } from "../core/queues/queues.ts";
import type { TurnDeps } from "../tickets/turns/deps.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";

/** Wires visitors' memories. */
export function createMemory(
  { db, embeddings, log }: Resources,
  { queues }: { queues: Pick<Queues, "wake"> },
): MemoryDeps {
  return {
    db,
    embeddings,
    log: namedLogger(log, "memory"),
    wake: (tenantId, job) => queues.wake(tenantId, job),
  };
}

/** Wires the job that finds facts to remember. */
export function createRemembering(resources: Resources, parts: { queues: Pick<Queues, "wake"> }): RememberDeps {
  return {
    ...createMemory(resources, parts),
    extractorFor: (tenant, recordCall) => resources.models.forMemory({ tenant: toProfile(tenant), recordCall }),
  };
}

/** Wires the recall of memories in turns. */
export function memoryForTurns({ db, embeddings, log }: Resources): NonNullable<TurnDeps["memory"]> {
  const deps = { db, embeddings, log: namedLogger(log, "memory") };
  return {
    recall: (whose, question) => recallMemories(deps, whose, question),
    noteUse: (tenantId, recalled) => noteRecalled(deps, tenantId, recalled),
  };
}
