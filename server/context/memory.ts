import type { Queues } from "../jobs/queues.ts";
import { roomLogger } from "../log.ts";
import type { MemoryDeps, RememberDeps } from "../memory/deps.ts";
import { noteRecalled, recallMemories } from "../memory/recall.ts";
import type { TurnDeps } from "../turns/deps.ts";
import { toProfile } from "../turns/load-turn.ts";
import type { Resources } from "./resources.ts";

/** Wires what is remembered of visitors. */
export function createMemory(
  { db, embeddings, log }: Resources,
  { queues }: { queues: Pick<Queues, "wake"> },
): MemoryDeps {
  return {
    db,
    embeddings,
    log: roomLogger(log, "memory"),
    wake: (tenantId, job) => queues.wake(tenantId, job),
  };
}

/** The same for the job that finds what is worth remembering. */
export function createRemembering(resources: Resources, parts: { queues: Pick<Queues, "wake"> }): RememberDeps {
  return {
    ...createMemory(resources, parts),
    extractorFor: (tenant, recordCall) => resources.models.forMemory({ tenant: toProfile(tenant), recordCall }),
  };
}

/** What turns recall. */
export function memoryForTurns({ db, embeddings, log }: Resources): NonNullable<TurnDeps["memory"]> {
  const deps = { db, embeddings, log: roomLogger(log, "memory") };
  return {
    recall: (whose, question) => recallMemories(deps, whose, question),
    noteUse: (tenantId, recalled) => noteRecalled(deps, tenantId, recalled),
  };
}
