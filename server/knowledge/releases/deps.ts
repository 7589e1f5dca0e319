import type { ReleaseSettings } from "../../../protocol/releases.ts";
import type { DryRunInput, DryRunResult } from "../../assistant/dry-run/ports.ts";
import type { Logger } from "../../core/log.ts";
import type { Queues } from "../../core/queues/queues.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { KnowledgeDeps } from "../documents/deps.ts";

/** Notifies the tenant's consoles that a release or its run has changed; sends only the release's id. */
type PublishRelease = (tenantId: string, releaseId: string) => Promise<void>;

/** Dependencies of releases, wired in `server/wiring/releases.ts`. */
export interface ReleaseDeps {
  db: Database;
  notifyRelease: PublishRelease;
  log: Logger;
  queues: Pick<Queues, "wake">;
  knowledge: KnowledgeDeps;
  /** @throws AppError `invalid_request` for a model that is not configured. */
  checkModels(models: ReleaseSettings["models"]): void;
  /** Returns the cached answers with the documents that they use. */
  listCached(tenantId: string): Promise<CachedAnswer[]>;
  /** Returns whether these settings make cached answers unusable. */
  writesOtherwise(tenantId: string, settings: ReleaseSettings): Promise<boolean>;
}

/** Dependencies of a run, in a process that runs background work. */
export interface RunDeps {
  db: Database;
  notifyRelease: PublishRelease;
  log: Logger;
  runDryRun(input: DryRunInput): Promise<DryRunResult>;
  /** Returns true while the budget is used up; rules would then answer instead of models. */
  isOverBudget(tx: TenantTransaction): Promise<boolean>;
}

interface CachedAnswer {
  question: string;
  answer: string;
  hits: number;
  documents: string[];
  created_at: string;
}

/** The member who makes the request. */
export interface ReleaseCaller {
  tenantId: string;
  actor: AuditActor;
  /** The displayed name. */
  name: string;
}
