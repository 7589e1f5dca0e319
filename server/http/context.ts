import type { AdminSearchQuery, SearchResponse } from "../../protocol/admin.ts";
import type {
  AddDocumentRequest,
  AddDocumentResponse,
  ChangeDocumentRequest,
  ComparedVersions,
  DocumentPages,
  DocumentVersionView,
  DocumentView,
  JobView,
  UploadFields,
} from "../../protocol/admin-documents.ts";
import type { DocumentSet } from "../../protocol/admin-sets.ts";
import type { AuthServices } from "../auth/services.ts";
import type { DeskDeps } from "../desk/deps.ts";
import type { Logger } from "../log.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import type { ChatActions } from "./chat/actions.ts";
import type { TicketLogDeps } from "./chat/deps.ts";

/** What the routes are given; `server/context.ts` makes it. */
export interface HttpContext extends TicketLogDeps, ChatActions {
  log: Logger;
  auth: AuthServices;
  tenants: TenantDeps;
  desk: DeskDeps;
  knowledge: KnowledgeActions;
  cache: CacheActions;
  settings: HttpSettings;
  /** Asks what a request needs (database, Redis, workers); never throws. */
  checkHealth(): Promise<HealthCheck[]>;
}

/** One thing `/readyz` looks at. */
export interface HealthCheck {
  name: string;
  ok: boolean;
  /** False for what the process works on without, with less: the answer stays 200. */
  needed: boolean;
}

export interface HttpSettings {
  publicUrl: string;
  trustProxy: string;
  dataDir: string;
  /** How often an open stream's reader is looked at again, ms; 30 s when not given. */
  rightsCheckMs?: number;
}

/** The library's use cases as the admin API calls them. */
export interface KnowledgeActions {
  listDocuments(
    tenantId: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ items: DocumentView[]; next_cursor: string | null }>;
  /** @throws AppError `not_found`. */
  findDocument(tenantId: string, documentId: string): Promise<DocumentView>;
  add(tenantId: string, document: AddDocumentRequest): Promise<AddDocumentResponse>;
  addFile(tenantId: string, file: UploadedDocument): Promise<DocumentView>;
  changeDocument(tenantId: string, documentId: string, change: ChangeDocumentRequest): Promise<DocumentView>;
  reindexDocument(tenantId: string, documentId: string): Promise<DocumentView>;
  readPages(tenantId: string, documentId: string, version?: number): Promise<DocumentPages>;
  listVersions(tenantId: string, documentId: string): Promise<DocumentVersionView[]>;
  compareVersions(
    tenantId: string,
    compared: { documentId: string; version: number; other?: number },
  ): Promise<ComparedVersions>;
  restoreVersion(tenantId: string, documentId: string, version: number): Promise<DocumentView>;
  listSets(tenantId: string): Promise<DocumentSet[]>;
  /** @throws AppError `not_found`. */
  changeSet(tenantId: string, change: { name: string; boost: number }): Promise<DocumentSet>;
  listJobs(
    tenantId: string,
    page: { status?: JobView["status"]; cursor?: string; limit: number },
  ): Promise<{ items: JobView[]; next_cursor: string | null }>;
  findJob(tenantId: string, jobId: string): Promise<JobView>;
  /** @throws AppError `not_found`. */
  deleteDocument(tenantId: string, documentId: string): Promise<void>;
  search(tenantId: string, query: AdminSearchQuery): Promise<Omit<SearchResponse, "took_ms">>;
}

/** A file of an upload with what is said about it. */
export interface UploadedDocument extends UploadFields {
  source: string;
  bytes: Uint8Array;
  declaredType?: string;
}

export interface CachedItem {
  question: string;
  answer: string;
  hits: number;
  created_at: string;
}

/** Every count starts at zero when the cache's store is new or was emptied. */
export interface CacheCounts {
  hit_exact: number;
  hit_nearest: number;
  miss: number;
  /** Near enough by the vectors, refused because a word, number, name or negation differs. */
  near_refused: number;
  stored: number;
  not_stored: number;
  evicted: number;
  unavailable: number;
}

export interface CacheActions {
  list(tenantId: string): Promise<CachedItem[]>;
  /** How often what happened, over all processes. */
  counts(tenantId: string): Promise<CacheCounts>;
  /** Forgets every answer of the tenant; the number that were there. */
  purge(tenantId: string): Promise<number>;
}
