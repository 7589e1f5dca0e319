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

/** What the routes are given; `server/wiring/context.ts` makes it. */
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
  /** What the assistant would find; an agent sees internal documents too. */
  search(tenantId: string, query: AdminSearchQuery): Promise<Omit<SearchResponse, "took_ms">>;
  /** What a visitor would be answered; nothing of it is stored. @throws AppError `unavailable`. */
  tryAnswer(tenantId: string, question: string): Promise<TriedAnswer>;
  /** What visitors find while they type. */
  searchArticles(visitor: { tenantId: string; visitorId: string }, typed: string): Promise<FoundArticle[]>;
  cache: CacheActions;
  metrics: MetricsPort;
  /** The demo tenant's own system; undefined where no demo is kept. */
  shop: ShopEndpoint | undefined;
  /** Where traces begin. */
  tracing: Tracing;
  settings: HttpSettings;
  /** Asks what a request needs (database, Redis, workers); never throws. */
  checkHealth(): Promise<Health>;
}

/** Figures for Prometheus. */
export interface MetricsPort {
  readonly contentType: string;
  text(): Promise<string>;
  began(name: () => string): () => void;
  answered(request: { method: string; route: string; status: number; ms: number; isStream: boolean }): void;
}

/** What `/readyz` tells. */
export interface Health {
  version: string;
  /** How the database stands to this version; null: it could not be asked. */
  migrations: { newest: string | null; missing: number; newer: number } | null;
  checks: HealthCheck[];
}

/** One thing `/readyz` looks at. */
export interface HealthCheck {
  name: string;
  ok: boolean;
  /** False for what the process works on without, with less: the answer stays 200. */
  needed: boolean;
  /** What is wrong, where more than the name is known. No names, addresses or secrets of tenants. */
  detail?: string;
}

export interface HttpSettings {
  publicUrl: string;
  trustProxy: string;
  dataDir: string;
  /** Addresses and networks whose traces are gone on with. */
  traceCallers: readonly string[];
  /** What asks for the figures has to show, and whether they have a port of their own. */
  metrics: { token: string | undefined; isApart: boolean };
  /** How often an open stream's reader is looked at again, ms; 30 s when not given. */
  rightsCheckMs?: number;
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
