import type { AttachmentDeps } from "../attachments/deps.ts";
import { createMemoryRateLimits, createRedisRateLimits, rateRules } from "../auth/rate-limits.ts";
import { type AuthServices, createAuthServices } from "../auth/services.ts";
import { createMemoryStreamTickets, createRedisStreamTickets } from "../auth/stream-tickets.ts";
import type { SemanticCache } from "../cache/semantic-cache.ts";
import type { SessionSecret } from "../config.ts";
import { createShopEndpoint } from "../demo/shop-endpoint.ts";
import type { DeskDeps } from "../desk/deps.ts";
import { endTicket } from "../desk/verbs.ts";
import { AppError } from "../errors.ts";
import type { GapDeps } from "../gaps/deps.ts";
import type { HttpContext, HttpSettings } from "../http/context.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import type { PurgeCache } from "../jobs/purge-cache.ts";
import type { Queues } from "../jobs/queues.ts";
import type { KnowledgeDeps } from "../knowledge/deps.ts";
import { runHere } from "../knowledge/run-here.ts";
import { deleteSnippet } from "../knowledge/snippets.ts";
import { rightsTopic } from "../live/hub.ts";
import { roomLogger } from "../log.ts";
import type { MailLinks } from "../mail/mail-links.ts";
import { admit } from "../people/admit.ts";
import type { PeopleDeps } from "../people/deps.ts";
import type { SearchDeps } from "../search/search.ts";
import { searchArticles } from "../search/search-articles.ts";
import { readSection, searchForAgent } from "../search/search-for.ts";
import { createPlatformPool } from "../store/platform-pools.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import type { ToolDeps } from "../tools/deps.ts";
import type { TrialDeps } from "../trials/ports.ts";
import { createTryAnswer } from "../trials/try-answer.ts";
import type { TurnDeps } from "../turns/deps.ts";
import { leaveContact } from "../turns/leave-contact.ts";
import { rateAnswer } from "../turns/rate-answer.ts";
import { openTicketLog, readHistory } from "../turns/read-ticket.ts";
import type { TurnRunner } from "../turns/runner.ts";
import { visitorActions } from "../turns/visitor-actions.ts";
import type { WebhookDeps } from "../webhooks/deps.ts";
import { createAidDeps } from "./aids.ts";
import { createDatalife } from "./datalife.ts";
import { createDoctor } from "./doctor.ts";
import { createGate } from "./gate.ts";
import { createHealth } from "./health.ts";
import { backLinkOf, mailActions, mailRoutes } from "./mail.ts";
import { createMemory } from "./memory.ts";
import { createPeople } from "./people.ts";
import { createPlayground } from "./playground.ts";
import type { Resources } from "./resources.ts";
import { createWorkspace } from "./workspace.ts";

/** What the routes are made of, besides the resources. */
export interface HttpParts {
  cache: SemanticCache;
  knowledge: KnowledgeDeps;
  attachments: AttachmentDeps;
  search: SearchDeps;
  turns: TurnRunner;
  turnDeps: TurnDeps;
  trials: TrialDeps;
  queues: Queues;
  purgeCache: PurgeCache;
  streams: OpenStreams;
  webhooks: WebhookDeps;
  tools: ToolDeps;
  gaps: GapDeps;
  secrets: SessionSecret[];
  mailLinks: MailLinks;
  isReady(): boolean;
}

/** Wires the routes by hand. */
export function createHttpContext(resources: Resources, parts: HttpParts): HttpContext {
  const { log, db, hub } = resources;
  const mail = mailActions(resources, parts.queues);
  const people = createPeople(resources, parts.queues);
  const auth = createAuth(resources, parts, people);
  const tenants = createTenantDeps(resources);
  return {
    log,
    auth,
    tenants,
    doctor: createDoctor(resources, { tenants, auth }),
    people,
    desk: createDesk(resources, parts, mail),
    turns: parts.turns,
    streams: parts.streams,
    openLog: (ticket, from) => openTicketLog({ db, hub }, ticket, from),
    readHistory: (ticket, before) => readHistory(db, ticket, before),
    rateAnswer: (rating) => rateAnswer({ db, purgeCache: parts.knowledge.purgeCache }, rating),
    leaveContact: (contact) => leaveContact({ db }, contact),
    endTicket: (ticket) => endTicket({ db, hub }, ticket),
    ...visitorActions({
      db,
      hub,
      hasMail: mail.hasMail,
      readSection: (tenantId, chunkId) => readSection({ db }, tenantId, chunkId),
    }),
    requestTranscript: mail.requestTranscript,
    mail: mailRoutes(resources, { ...parts, limits: auth.limits }),
    knowledge: parts.knowledge,
    attachments: parts.attachments,
    webhooks: parts.webhooks,
    tools: parts.tools,
    gaps: parts.gaps,
    gate: createGate(resources, parts),
    aids: createAidDeps(resources, parts),
    datalife: createDatalife(resources, parts),
    memory: createMemory(resources, parts),
    workspace: createWorkspace(resources, { search: parts.search, parser: parts.knowledge.parser }),
    playground: createPlayground(resources, parts),
    tryAnswer: createTryAnswer(parts.trials),
    search: (tenantId, query) => searchForAgent(parts.search, tenantId, query),
    searchArticles: (visitor, typed) => searchArticles(parts.search, visitor, typed),
    cache: parts.cache,
    shop: createShop(resources),
    ...operatedWith(resources),
    checkHealth: createHealth(resources, parts),
  };
}

function createDesk(
  { db, hub }: Resources,
  { turns, knowledge }: HttpParts,
  { hasMail }: { hasMail: boolean },
): DeskDeps {
  return {
    db,
    hub,
    turns,
    hasMail,
    publishSnippet: (tenantId, id) => runHere(knowledge, tenantId, { id, kind: "snippet", place: 1 }),
    forgetSnippet: async (tenantId, id, actor) => {
      await deleteSnippet({ ...knowledge, actor }, tenantId, id).catch((error: unknown) => {
        // A manager was quicker.
        if (!(error instanceof AppError && error.code === "not_found")) throw error;
      });
    },
    purgeCache: knowledge.purgeCache,
  };
}

/** Where the demo tenant is kept, so is its shop: only in a process that does everything. */
function createShop({ config, publicUrl }: Resources) {
  if (config.role !== "all" || !config.hasDemo) return undefined;
  return createShopEndpoint({ dataDir: config.dataDir, port: config.port, publicUrl });
}

/** What concerns whoever operates it: settings, figures, traces. */
function operatedWith(resources: Resources): Pick<HttpContext, "metrics" | "tracing" | "settings"> {
  return { metrics: resources.figures, tracing: resources.tracing, settings: settingsOf(resources) };
}

function createTenantDeps({ db, hub, publicUrl, models }: Resources): TenantDeps {
  return {
    db,
    publicUrl,
    recheckStreams: (tenantId) => hub.notify(rightsTopic(tenantId), ""),
    modelProviders: models.providers,
    usualModels: models.usual,
    graderFor: (tenant) => models.graderFor(tenant),
  };
}

function settingsOf({ config, publicUrl }: Resources): HttpSettings {
  return {
    publicUrl,
    trustProxy: config.trustProxy,
    dataDir: config.dataDir,
    traceCallers: config.telemetry?.trustedCallers ?? [],
    metrics: { token: config.metrics.token, isApart: config.metrics.port !== undefined },
  };
}

function createAuth(
  { config, log, db, redis, publicUrl }: Resources,
  { secrets, mailLinks }: HttpParts,
  people: PeopleDeps,
): AuthServices {
  const rules = rateRules(config.rateLimits);
  return createAuthServices({
    db,
    platformPool: createPlatformPool(db, "auth"),
    secrets,
    readBackLink: (token) => backLinkOf(mailLinks, token),
    publicUrl,
    streamTickets: redis ? createRedisStreamTickets(redis.commands) : createMemoryStreamTickets(),
    oidc: config.oidc && { oidc: config.oidc, admit: (who, invitation) => admit(people, who, invitation) },
    limits: redis ? createRedisRateLimits(redis.commands, rules) : createMemoryRateLimits(rules),
    log: roomLogger(log, "auth"),
  });
}
