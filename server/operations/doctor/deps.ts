import type { TenantId } from "../../../protocol/ids.ts";
import type { IssuedToken, SessionSubject } from "../../accounts/sign-in/session-token.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import type { Config } from "../../core/config/config.ts";
import { everyNetwork, type Network } from "../../core/fetch/guarded-lookup.ts";
import type { LiveHub } from "../../core/live/hub.ts";

/** Dependencies of the page check. */
export interface PageDoctorDeps {
  tenants: TenantDeps;
  hub: LiveHub;
  /** Issues a visitor's token for the stream whose delay is measured. */
  issueToken(subject: SessionSubject): IssuedToken;
  /** Addresses that admins may have fetched; the operator at the command line has `operatorsReach`. */
  reach: Reach;
}

/** Rights that the Redis user lacks, as a sentence, and the line that grants them. */
export interface MissingRedisRights {
  detail: string;
  line: string;
}

/** Redis server facts. */
export interface RedisFacts {
  version: string;
  isReplica: boolean;
  /** `maxmemory-policy`. */
  policy: string;
  /** Memory limit in bytes; 0 for no limit. */
  maxMemory: number;
  usedMemory: number;
  appendOnly: boolean;
  /** The last write to disk failed. */
  saveFailed: boolean;
}

/** Result of one real call to a model. */
export interface TriedModel {
  provider: string;
  model: string;
  tasks: string[];
  ms: number;
  /** Null when the model answered. */
  error: string | null;
}

/** Dependencies of the installation check. */
export interface InstallationDeps {
  tenants: TenantDeps;
  config: Pick<Config, "databaseUrl" | "dataDir">;
  migrationFolder: string;
  embeddings: { model: string; embed(texts: string[], options: { priority: "query" }): Promise<Float32Array[]> };
  /** Null without Redis. `facts` is null when the user may not read them. @throws when Redis does not answer or rejects the user. */
  askRedis: (() => Promise<{ facts: RedisFacts | null; missing: MissingRedisRights | null }>) | null;
  /**
   * Event loop delay of the server process on this machine, in seconds; null when no process answers. @throws when the process rejects the
   * request.
   */
  askLoop(): Promise<{ p99: number; max: number } | null>;
  /** Null when no SMTP server is set. @throws when the SMTP server rejects the sign-in. */
  verifyEmail: (() => Promise<void>) | null;
  /** Calls each model once: the installation's models, or those that answer for a tenant. */
  tryModels(tenantId?: TenantId): Promise<TriedModel[]>;
}

export type DoctorDeps = PageDoctorDeps & InstallationDeps;

/** Addresses that a page may have. */
export interface Reach {
  network: Network;
  ports?: "any";
}

/** A person who can run commands on the machine reaches all addresses anyway. */
export const operatorsReach: Reach = { network: everyNetwork, ports: "any" };
