import type { ReleaseSettings } from "../../../protocol/releases.ts";
import type { DryRunInput, DryRunResult } from "../../assistant/dry-run/ports.ts";
import type { Logger } from "../../core/log.ts";
import type { Queues } from "../../core/queues/queues.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { KnowledgeDeps } from "../documents/deps.ts";

/** Tells the tenant's consoles that a release, or its run, changed: its id, no words of it. */
type TellRelease = (tenantId: string, releaseId: string) => Promise<void>;

/** What the gate is made of; wired in `server/wiring/releases.ts`. */
export interface ReleaseDeps {
  db: Database;
  tellRelease: TellRelease;
  log: Logger;
  queues: Pick<Queues, "wake">;
  knowledge: KnowledgeDeps;
  /** @throws AppError `invalid_request` for a model that is not set up here. */
  checkModels(models: ReleaseSettings["models"]): void;
  /** Answers in the cache, with the documents that they rest on. */
  listCached(tenantId: string): Promise<CachedAnswer[]>;
  /** Whether answers of before are not used any more with these settings, whatever they rest on. */
  writesOtherwise(tenantId: string, settings: ReleaseSettings): Promise<boolean>;
}

/** What a run works with, in a process that does background work. */
export interface RunDeps {
  db: Database;
  tellRelease: TellRelease;
  log: Logger;
  runDryRun(input: DryRunInput): Promise<DryRunResult>;
  /** Whether those who stand in for models would answer now. */
  isOverBudget(tx: TenantTransaction): Promise<boolean>;
}

interface CachedAnswer {
  question: string;
  answer: string;
  hits: number;
  documents: string[];
  created_at: string;
}

/** Somebody of the tenant who does something. */
export interface ReleaseCaller {
  tenantId: string;
  actor: AuditActor;
  /** The name that is shown. */
  name: string;
}
