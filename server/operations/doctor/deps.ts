import type { TenantId } from "../../../protocol/ids.ts";
import type { IssuedToken, SessionSubject } from "../../accounts/sign-in/session-token.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import type { Config } from "../../core/config/config.ts";
import { everyNetwork, type Network } from "../../core/fetch/guarded-lookup.ts";
import type { LiveHub } from "../../core/live/hub.ts";

/** What it takes to look at a customer's page. */
export interface PageDoctorDeps {
  tenants: TenantDeps;
  hub: LiveHub;
  /** A visitor's token, for the stream that is opened to time it. */
  issueToken(subject: SessionSubject): IssuedToken;
  /** What admins may have fetched; the operator at the command line has `operatorsReach`. */
  reach: Reach;
}

/** What its user may not do, as a sentence, and the line that grants it. */
export interface MissingRedisRights {
  detail: string;
  line: string;
}

/** What Redis says about itself. */
export interface RedisFacts {
  version: string;
  isReplica: boolean;
  /** `maxmemory-policy`. */
  policy: string;
  /** Bytes; 0: no limit. */
  maxMemory: number;
  usedMemory: number;
  appendOnly: boolean;
  /** Its last write to disk went wrong. */
  saveFailed: boolean;
}

/** What came of one real call to a model. */
export interface TriedModel {
  provider: string;
  model: string;
  tasks: string[];
  ms: number;
  /** Null when it answered. */
  error: string | null;
}

/** What it takes to look at the installation. */
export interface InstallationDeps {
  tenants: TenantDeps;
  config: Pick<Config, "databaseUrl" | "dataDir">;
  migrationFolder: string;
  embeddings: { model: string; embed(texts: string[], options: { priority: "query" }): Promise<Float32Array[]> };
  /**
   * Null without Redis. `facts` are null for a user that may not ask for them. @throws when it does not answer, or does not take the user.
   */
  askRedis: (() => Promise<{ facts: RedisFacts | null; missing: MissingRedisRights | null }>) | null;
  /** How late the event loop of the process on this machine comes, in seconds; null: none answers. @throws when it refuses. */
  askLoop(): Promise<{ p99: number; max: number } | null>;
  /** Null where no mail server is set. @throws when it does not let us in. */
  verifyEmail: (() => Promise<void>) | null;
  /** Asks each model once: those of the installation, or those a tenant is answered with. */
  tryModels(tenantId?: TenantId): Promise<TriedModel[]>;
}

export type DoctorDeps = PageDoctorDeps & InstallationDeps;

/** Which addresses a page may have. */
export interface Reach {
  network: Network;
  ports?: "any";
}

/** Whoever may run commands on the machine reaches all of it anyway. */
export const operatorsReach: Reach = { network: everyNetwork, ports: "any" };
