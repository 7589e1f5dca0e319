import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { CrawlOptions } from "../../core/fetch/crawl-sitemap.ts";
import type { Logger } from "../../core/log.ts";
import type { Queues } from "../../core/queues/queues.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { FileParser } from "../reading/parsers/file-parser.ts";

/** Dependencies of the document library, wired in `server/wiring/context.ts`. */
export interface KnowledgeDeps {
  db: Database;
  embeddings: EmbeddingPort;
  parser: Pick<FileParser, "parseFile">;
  queues: Pick<Queues, "wake">;
  log: Logger;
  /** Purges the answers that transactions marked with `insertCachePurge`; never throws. */
  purgeCache(tenantId: string): Promise<void>;
  /** Notifies consoles that a release has a new draft, or that a draft was parsed. */
  notifyRelease(tenantId: string, releaseId: string): Promise<void>;
  /** Only for tests: how pages are fetched. */
  fetching?: CrawlOptions;
  /** The actor in the audit log; jobs have none. */
  actor?: AuditActor;
}

const subjects = ["set", "snippet", "site"] as const;

/** Writes an action to the audit log in the same transaction. Jobs write none. */
export async function auditAction(
  tx: TenantTransaction,
  { actor }: Pick<KnowledgeDeps, "actor">,
  { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
): Promise<void> {
  if (!actor) return;
  const kind =
    action === "document.crawl" ? "job" : (subjects.find((subject) => action.startsWith(`${subject}.`)) ?? "document");
  await insertAudit(tx, { actor, action, target: { kind, id }, ...(detail ? { detail } : {}) });
}
