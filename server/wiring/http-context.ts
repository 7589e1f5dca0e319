import { admit } from "../accounts/people/admit.ts";
import type { PeopleDeps } from "../accounts/people/deps.ts";
import { createMemoryRateLimits, createRedisRateLimits, rateRules } from "../accounts/sign-in/rate-limits.ts";
import { type AuthServices, createAuthServices } from "../accounts/sign-in/services.ts";
import { createMemoryStreamTickets, createRedisStreamTickets } from "../accounts/sign-in/stream-tickets.ts";
import { checkModels } from "../accounts/tenants/assistant-settings.ts";
import type { TenantDeps } from "../accounts/tenants/deps.ts";
import type { SemanticCache } from "../assistant/cache/semantic-cache.ts";
import type { DryRunDeps } from "../assistant/dry-run/ports.ts";
import { createTryAnswer } from "../assistant/dry-run/try-answer.ts";
import type { PlaygroundDeps } from "../assistant/playground/deps.ts";
import { WorkBook } from "../assistant/playground/work-book.ts";
import type { SearchDeps } from "../assistant/search/search.ts";
import { searchArticles } from "../assistant/search/search-articles.ts";
import { readSection, searchForAgent } from "../assistant/search/search-for.ts";
import type { EmailLinks } from "../channels/email/email-links.ts";
import type { WebhookDeps } from "../channels/webhooks/deps.ts";
import type { SessionSecret } from "../core/config/config.ts";
import { AppError } from "../core/errors.ts";
import { rightsTopic } from "../core/live/hub.ts";
import { namedLogger } from "../core/log.ts";
import type { Queues } from "../core/queues/queues.ts";
import { createPlatformPool } from "../database/platform-pools.ts";
import type { HttpContext, HttpSettings } from "../http/context.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import type { KnowledgeDeps } from "../knowledge/documents/deps.ts";
import { runHere } from "../knowledge/documents/run-here.ts";
import { deleteSnippet } from "../knowledge/documents/snippets.ts";
import type { GapDeps } from "../knowledge/gaps/deps.ts";
import { createShopEndpoint } from "../operations/demo/shop-endpoint.ts";
import type { PurgeCache } from "../operations/jobs/purge-cache.ts";
import type { AssistDeps } from "../tickets/agent-assist/deps.ts";
import type { AttachmentDeps } from "../tickets/attachments/deps.ts";
import type { DeskDeps } from "../tickets/desk/deps.ts";
import { endTicket } from "../tickets/desk/verbs.ts";
import type { TurnDeps } from "../tickets/turns/deps.ts";
import { leaveContact } from "../tickets/turns/leave-contact.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import { rateAnswer } from "../tickets/turns/rate-answer.ts";
import { openTicketLog, readHistory } from "../tickets/turns/read-ticket.ts";
import type { TurnRunner } from "../tickets/turns/runner.ts";
import { visitorActions } from "../tickets/turns/visitor-actions.ts";
import type { ToolDeps } from "../tools/deps.ts";
import { createCopilotDeps } from "./conversations.ts";
import { createDoctor } from "./doctor.ts";
import { backLinkOf, emailActions, emailRoutes } from "./email.ts";
import { createHealth } from "./health.ts";
import { createMemory } from "./memory.ts";
import { createPeople } from "./people.ts";
import { createPrivacy } from "./privacy.ts";
import { createReleases } from "./releases.ts";
import type { Resources } from "./resources.ts";

/** Dependencies of the routes, besides the resources. */
export interface HttpParts {
  cache: SemanticCache;
  knowledge: KnowledgeDeps;
  attachments: AttachmentDeps;
  search: SearchDeps;
  turns: TurnRunner;
  turnDeps: TurnDeps;
  dryRuns: DryRunDeps;
  queues: Queues;
  purgeCache: PurgeCache;
  streams: OpenStreams;
  webhooks: WebhookDeps;
  tools: ToolDeps;
  gaps: GapDeps;
  secrets: SessionSecret[];
  emailLinks: EmailLinks;
  isReady(): boolean;
}

export function createHttpContext(resources: Resources, parts: HttpParts): HttpContext {
  const { log, db, hub } = resources;
  const mail = emailActions(resources, parts.queues);
  const people = createPeople(resources, parts);
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
      hasEmail: mail.hasEmail,
      readSection: (tenantId, chunkId) => readSection({ db }, tenantId, chunkId),
    }),
    requestTranscript: mail.requestTranscript,
    mail: emailRoutes(resources, { ...parts, limits: auth.limits }),
    knowledge: parts.knowledge,
    attachments: parts.attachments,
    webhooks: parts.webhooks,
    tools: parts.tools,
    gaps: parts.gaps,
    releases: createReleases(resources, parts),
    assist: createAssistDeps(resources, parts),
    privacy: createPrivacy(resources, parts),
    memory: createMemory(resources, parts),
    copilot: createCopilotDeps(resources, { search: parts.search, parser: parts.knowledge.parser }),
    playground: createPlayground(resources, parts),
    tryAnswer: createTryAnswer(parts.dryRuns),
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
  { hasEmail }: { hasEmail: boolean },
): DeskDeps {
  return {
    db,
    hub,
    turns,
    hasEmail,
    publishSnippet: (tenantId, id) => runHere(knowledge, tenantId, { id, kind: "snippet", place: 1 }),
    forgetSnippet: async (tenantId, id, actor) => {
      await deleteSnippet({ ...knowledge, actor }, tenantId, id).catch((error: unknown) => {
        // A manager was faster.
        if (!(error instanceof AppError && error.code === "not_found")) throw error;
      });
    },
    purgeCache: knowledge.purgeCache,
  };
}

/** The shop exists only with the demo tenant, in a process that has every role. */
function createShop({ config, publicUrl }: Resources) {
  if (config.role !== "all" || !config.hasDemo) return undefined;
  return createShopEndpoint({ dataDir: config.dataDir, port: config.port, publicUrl });
}

/** Parts for operators: settings, metrics, traces. */
function operatedWith(resources: Resources): Pick<HttpContext, "metrics" | "tracing" | "settings"> {
  return { metrics: resources.figures, tracing: resources.tracing, settings: settingsOf(resources) };
}

function createTenantDeps({ config, db, hub, publicUrl, models }: Resources): TenantDeps {
  return {
    db,
    publicUrl,
    inboundEmail: config.inboundEmail?.address,
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
  { secrets, emailLinks }: HttpParts,
  people: PeopleDeps,
): AuthServices {
  const rules = rateRules(config.rateLimits);
  return createAuthServices({
    db,
    platformPool: createPlatformPool(db, "auth"),
    secrets,
    readBackLink: (token) => backLinkOf(emailLinks, token),
    publicUrl,
    streamTickets: redis ? createRedisStreamTickets(redis.commands) : createMemoryStreamTickets(),
    oidc: config.oidc && { oidc: config.oidc, admit: (who, invitation) => admit(people, who, invitation) },
    limits: redis ? createRedisRateLimits(redis.commands, rules) : createMemoryRateLimits(rules),
    log: namedLogger(log, "auth"),
  });
}

/** Passages per search; one check uses several searches. */
const passagesPerSearch = 8;

/** Wires agent assist to the models and the search. */
function createAssistDeps({ db, models }: Resources, { search }: { search: SearchDeps }): AssistDeps {
  return {
    db,
    modelFor: (work) => models.forAgent(work),
    profileOf: toProfile,
    find: async (tenantId, q) => (await searchForAgent(search, tenantId, { q, limit: passagesPerSearch })).results,
  };
}

/** Wires the playground to dry runs. */
function createPlayground(
  { db, hub, log, models, closers }: Resources,
  { dryRuns }: { dryRuns: DryRunDeps },
): PlaygroundDeps {
  const works = new WorkBook();
  closers.add(() => works.close());
  return {
    db,
    hub,
    log: namedLogger(log, "playground"),
    dryRuns,
    works,
    checkModels: (wanted) => checkModels({ modelProviders: models.providers }, wanted),
  };
}
