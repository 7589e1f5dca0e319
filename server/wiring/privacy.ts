import type { SemanticCache } from "../assistant/cache/semantic-cache.ts";
import { ageTenantMemories } from "../assistant/memory/age.ts";
import type { SessionSecret } from "../core/config/config.ts";
import { forgetKeys } from "../core/live/forget-keys.ts";
import { namedLogger } from "../core/log.ts";
import { keepDays } from "../operations/analytics/keep-days.ts";
import type { PurgeCache } from "../operations/jobs/purge-cache.ts";
import type { PrivacyDeps } from "../operations/privacy/deps.ts";
import type { Resources } from "./resources.ts";

/** Numbers younger than this need no new count before rows are removed, because removed rows are older than any open day. */
const freshMs = 60 * 60_000;

interface Parts {
  cache: SemanticCache;
  purgeCache: PurgeCache;
  secrets: SessionSecret[];
}

/** Wires retention, export and erasure. */
export function createPrivacy(resources: Resources, { cache, purgeCache, secrets }: Parts): PrivacyDeps {
  const { db, hub, log, redis, publicUrl, embeddings } = resources;
  return {
    db,
    hub,
    log: namedLogger(log, "privacy"),
    publicUrl,
    secrets,
    embeddingModel: embeddings.model,
    purgeCache,
    countDays: (tenantId) => keepDays(db, tenantId, { freshMs }),
    ageMemories: (tenantId) => ageTenantMemories(db, tenantId),
    emptyCache: (tenantId) => cache.purge(tenantId),
    forgetKeys: async (ids) => (redis ? forgetKeys(redis.commands, ids) : 0),
  };
}
