import { findTenant } from "../accounts/store/tenants.ts";
import { checkModels } from "../accounts/tenants/assistant-settings.ts";
import type { SemanticCache } from "../assistant/cache/semantic-cache.ts";
import type { DryRunDeps } from "../assistant/dry-run/ports.ts";
import { runDryRun } from "../assistant/dry-run/run-dry-run.ts";
import { deskTopic, type LiveHub } from "../core/live/hub.ts";
import { namedLogger } from "../core/log.ts";
import type { JobHandler, Queues } from "../core/queues/queues.ts";
import { withTenant } from "../database/transaction.ts";
import type { KnowledgeDeps } from "../knowledge/documents/deps.ts";
import type { ReleaseDeps, RunDeps } from "../knowledge/releases/deps.ts";
import { runRelease } from "../knowledge/releases/run-release.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";

/** Most cached answers to check: the most that a tenant may have. */
const mostCached = 5_000;

interface ReleaseParts {
  cache: SemanticCache;
  knowledge: KnowledgeDeps;
  queues: Pick<Queues, "wake">;
}

/** Wires releases to the library, the settings and the cache. */
export function createReleases(
  { db, hub, models, log }: Resources,
  { cache, knowledge, queues }: ReleaseParts,
): ReleaseDeps {
  return {
    db,
    notifyRelease: releasePublisher(hub),
    log: namedLogger(log, "releases"),
    queues,
    knowledge,
    checkModels: (wanted) => checkModels({ modelProviders: models.providers }, wanted),
    listCached: (tenantId) => cache.list(tenantId, mostCached),
    async writesOtherwise(tenantId, { threshold, tone, guidance, models: wanted }) {
      const tenant = await withTenant(db, tenantId, findTenant);
      if (!tenant) return false;
      const now = toProfile(tenant);
      const own = { ...now.models };
      for (const [task, choice] of Object.entries(wanted ?? {})) Object.assign(own, { [task]: choice ?? undefined });
      const then = { ...now, models: own, tone: tone ?? now.tone, guidance: guidance ?? now.guidance };
      const passes = threshold === undefined || threshold === now.threshold;
      return !passes || models.fingerprintFor(then) !== models.fingerprintFor(now);
    },
  };
}

/** Job handler for release runs. */
export function releaseHandler({ db, hub, log }: Resources, { dryRuns }: { dryRuns: DryRunDeps }): JobHandler {
  const deps: RunDeps = {
    db,
    notifyRelease: releasePublisher(hub),
    log: namedLogger(log, "releases"),
    runDryRun: (input) => runDryRun(dryRuns, input),
    async isOverBudget(tx) {
      const tenant = await findTenant(tx);
      return tenant !== null && toProfile(tenant).over_budget !== undefined;
    },
  };
  return (payload, signal) => runRelease(deps, payload, signal);
}

/** Notifies consoles that a release changed, without its content. */
export function releasePublisher(hub: LiveHub): ReleaseDeps["notifyRelease"] {
  return async (tenantId, releaseId) => {
    const notice = { type: "release_changed", release_id: releaseId, at: new Date().toISOString() };
    await hub.notify(deskTopic(tenantId), JSON.stringify(notice));
  };
}
