import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { CrawlOptions } from "../../core/fetch/crawl-sitemap.ts";
import type { Logger } from "../../core/log.ts";
import type { Queues } from "../../core/queues/queues.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { FileParser } from "../reading/parsers/file-parser.ts";

/** What the library is made of; wired in `server/wiring/context.ts`. */
export interface KnowledgeDeps {
  db: Database;
  embeddings: EmbeddingPort;
  parser: Pick<FileParser, "parseFile">;
  queues: Pick<Queues, "wake">;
  log: Logger;
  /** Takes out of the answer cache what transactions wrote down with `insertCachePurge`; never throws. */
  purgeCache(tenantId: string): Promise<void>;
  /** Tells consoles that a release has another draft, or one that was read. */
  tellRelease(tenantId: string, releaseId: string): Promise<void>;
  /** Only for tests: how pages are fetched. */
  fetching?: CrawlOptions;
  /** On whose behalf something is done, for the record; nobody for jobs. */
  actor?: AuditActor;
}

const subjects = ["set", "snippet", "site"] as const;

/** Notes what somebody did, in the transaction that does it; jobs leave no line. */
export async function noteAction(
  tx: TenantTransaction,
  { actor }: Pick<KnowledgeDeps, "actor">,
  { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
): Promise<void> {
  if (!actor) return;
  const kind =
    action === "document.crawl" ? "job" : (subjects.find((subject) => action.startsWith(`${subject}.`)) ?? "document");
  await insertAudit(tx, { actor, action, target: { kind, id }, ...(detail ? { detail } : {}) });
}
