import type { AdminSearchQuery, SearchResponse } from "../../protocol/admin.ts";
import type { TriedAnswer } from "../../protocol/admin-try.ts";
import type { FoundArticle } from "../../protocol/articles.ts";
import type { PeopleDeps } from "../accounts/people/deps.ts";
import type { AuthServices } from "../accounts/sign-in/services.ts";
import type { TenantDeps } from "../accounts/tenants/deps.ts";
import type { MemoryDeps } from "../assistant/memory/deps.ts";
import type { PlaygroundDeps } from "../assistant/playground/deps.ts";
import type { EmailActions } from "../channels/routes/actions.ts";
import type { WebhookDeps } from "../channels/webhooks/deps.ts";
import type { ConversationDeps } from "../copilot/conversations/deps.ts";
import type { RunBook } from "../copilot/conversations/run-book.ts";
import type { Logger } from "../core/log.ts";
import type { Tracing } from "../core/trace.ts";
import type { KnowledgeDeps } from "../knowledge/documents/deps.ts";
import type { GapDeps } from "../knowledge/gaps/deps.ts";
import type { ReleaseDeps } from "../knowledge/releases/deps.ts";
import type { ShopEndpoint } from "../operations/demo/shop-endpoint.ts";
import type { DoctorDeps } from "../operations/doctor/deps.ts";
import type { PrivacyDeps } from "../operations/privacy/deps.ts";
import type { AssistDeps } from "../tickets/agent-assist/deps.ts";
import type { AttachmentDeps } from "../tickets/attachments/deps.ts";
import type { DeskDeps } from "../tickets/desk/deps.ts";
import type { ChatActions } from "../tickets/routes/chat/actions.ts";
import type { TicketLogDeps } from "../tickets/routes/chat/deps.ts";
import type { ToolDeps } from "../tools/deps.ts";

/** Dependencies of the routes, created by `server/wiring/context.ts`. */
export interface HttpContext extends TicketLogDeps, ChatActions {
  log: Logger;
  auth: AuthServices;
  tenants: TenantDeps;
  people: PeopleDeps;
  doctor: DoctorDeps;
  desk: DeskDeps;
  knowledge: KnowledgeDeps;
  attachments: AttachmentDeps;
  webhooks: WebhookDeps;
  tools: ToolDeps;
  releases: ReleaseDeps;
  mail: EmailActions;
  gaps: GapDeps;
  playground: PlaygroundDeps;
  assist: AssistDeps;
  privacy: PrivacyDeps;
  memory: MemoryDeps;
  copilot: ConversationDeps & { runs: RunBook };
  /** Passages that the assistant would find; an agent also sees internal documents. */
  search(tenantId: string, query: AdminSearchQuery): Promise<Omit<SearchResponse, "took_ms">>;
  /** The answer that a visitor would get, without storing anything. @throws AppError `unavailable`. */
  tryAnswer(tenantId: string, question: string): Promise<TriedAnswer>;
  /** Articles that visitors see while they type. */
  searchArticles(visitor: { tenantId: string; visitorId: string }, typed: string): Promise<FoundArticle[]>;
  cache: CacheActions;
  metrics: MetricsPort;
  /** The demo tenant's own system; undefined without a demo. */
  shop: ShopEndpoint | undefined;
  /** Starts traces. */
  tracing: Tracing;
  settings: HttpSettings;
  /** Checks everything that a request needs (database, Redis, workers); never throws. */
  checkHealth(): Promise<Health>;
}

/** Metrics for Prometheus. */
export interface MetricsPort {
  readonly contentType: string;
  text(): Promise<string>;
  began(name: () => string): () => void;
  answered(request: { method: string; route: string; status: number; ms: number; isStream: boolean }): void;
}

/** Content of `/readyz`. */
export interface Health {
  version: string;
  /** The database's migrations compared to this version's; null when they could not be read. */
  migrations: { newest: string | null; missing: number; newer: number } | null;
  checks: HealthCheck[];
}

/** One check of `/readyz`. */
export interface HealthCheck {
  name: string;
  ok: boolean;
  /** False if the process works without it, with fewer functions: the status stays 200. */
  needed: boolean;
  /** Details of the problem, if known. No names, addresses or secrets of tenants. */
  detail?: string;
}

export interface HttpSettings {
  publicUrl: string;
  trustProxy: string;
  dataDir: string;
  /** Addresses and networks whose traces are continued. */
  traceCallers: readonly string[];
  /** Token for reading the metrics, and whether they have their own port. */
  metrics: { token: string | undefined; isApart: boolean };
  /** Interval in ms at which an open stream's reader is checked again; default: 30 s. */
  rightsCheckMs?: number;
}

export interface CachedItem {
  question: string;
  answer: string;
  hits: number;
  created_at: string;
}

/** All counts start at zero when the cache's store is new or was cleared. */
export interface CacheCounts {
  hit_exact: number;
  hit_nearest: number;
  miss: number;
  /** Similar enough by the vectors, but refused because a word, number, name or negation differs. */
  near_refused: number;
  stored: number;
  not_stored: number;
  evicted: number;
  unavailable: number;
}

export interface CacheActions {
  list(tenantId: string): Promise<CachedItem[]>;
  /** Counts over all processes. */
  counts(tenantId: string): Promise<CacheCounts>;
  /** Deletes every cached answer of the tenant. @returns the number of deleted answers. */
  purge(tenantId: string): Promise<number>;
}
