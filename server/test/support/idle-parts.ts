import type { CacheActions, Health } from "../../http/context.ts";
import type { PrivacyDeps } from "../../operations/privacy/deps.ts";

/** An answer cache that is always empty. */
export const emptyCache: CacheActions = {
  list: async () => [],
  counts: async () => ({
    hit_exact: 0,
    hit_nearest: 0,
    miss: 0,
    near_refused: 0,
    stored: 0,
    not_stored: 0,
    evicted: 0,
    unavailable: 0,
  }),
  purge: async () => 0,
};

/** The health of a process without problems. */
export const healthy: Health = {
  version: "0",
  migrations: null,
  checks: [{ name: "database", ok: true, needed: true }],
};

/** Actions of other domains that privacy needs, without effect. */
export const idlePrivacy = {
  countDays: async () => {},
  ageMemories: async () => {},
  purgeCache: async () => {},
  emptyCache: async () => 0,
  forgetKeys: async () => 0,
} satisfies Partial<PrivacyDeps>;
