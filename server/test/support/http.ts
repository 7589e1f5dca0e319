import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { ScopedPool } from "../../../db/scoped-pool.ts";
import { admit } from "../../accounts/people/admit.ts";
import { createMemoryRateLimits, defaultRateRules, type RateRules } from "../../accounts/sign-in/rate-limits.ts";
import { createAuthServices } from "../../accounts/sign-in/services.ts";
import { createMemoryStreamTickets } from "../../accounts/sign-in/stream-tickets.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createAgentModel } from "../../assistant/models/agent-model.ts";
import { searchArticles } from "../../assistant/search/search-articles.ts";
import { readSection, searchForAgent } from "../../assistant/search/search-for.ts";
import { createEmailLinks } from "../../channels/email/email-links.ts";
import { stopEmail } from "../../channels/email/unsubscribe.ts";
import type { EmailActions } from "../../channels/routes/actions.ts";
import type { OidcConfig } from "../../core/config/config.ts";
import { publicOrOwnMachine } from "../../core/fetch/guarded-lookup.ts";
import { projectRoot } from "../../core/project-root.ts";
import { noTracing } from "../../core/trace.ts";
import type { Database } from "../../database/database.ts";
import type { HttpContext } from "../../http/context.ts";
import { OpenStreams } from "../../http/open-streams.ts";
import type { KnowledgeDeps } from "../../knowledge/documents/deps.ts";
import { FileParser } from "../../knowledge/reading/parsers/file-parser.ts";
import { Figures } from "../../operations/metrics/figures.ts";
import { HeldBytes } from "../../tickets/attachments/held-bytes.ts";
import { endTicket } from "../../tickets/desk/verbs.ts";
import { leaveContact } from "../../tickets/turns/leave-contact.ts";
import { toProfile } from "../../tickets/turns/load-turn.ts";
import { rateAnswer } from "../../tickets/turns/rate-answer.ts";
import { openTicketLog, readHistory } from "../../tickets/turns/read-ticket.ts";
import type { TurnRunner } from "../../tickets/turns/runner.ts";
import { visitorActions } from "../../tickets/turns/visitor-actions.ts";
import { Breakers } from "../../tools/breakers.ts";
import { createToolSigner } from "../../tools/signing/signer.ts";
import { backLinkOf } from "../../wiring/email.ts";
import { createApp, type HttpApp } from "../../wiring/http-app.ts";
import { type BackendKind, openBackend } from "./backends.ts";
import { builtInModels } from "./built-in-models.ts";
import { copilotWithoutModel } from "./copilot-deps.ts";
import { emptyCache, healthy, idlePrivacy } from "./idle-parts.ts";
import { openLibrary } from "./open-library.ts";
import { playgroundByRules } from "./playground.ts";
import { stopTestHttp } from "./stop-test-http.ts";
import { testPeople } from "./test-people.ts";

export interface TestHttp extends AsyncDisposable {
  url: string;
  db: Database;
  ctx: HttpContext;
  http: HttpApp;
  /** Two tenants, so that tests notice leaks between them. */
  a: CreatedTenant;
  b: CreatedTenant;
  /** Every log line, so that tests can search them for confidential text. */
  logged: string[];
}

export const originA = "https://shop-a.example";
export const originB = "https://shop-b.example";
/** Signs visitors' tokens. */
export const testSecret = { kid: "test", secret: "test-secret-test-secret-test-secret-0123" };

const refuse = () => Promise.reject(new Error("these tests have no model"));
const noModel = { grade: refuse, translate: refuse, recap: refuse };

interface TestHttpOptions {
  rules?: Partial<RateRules>;
  trustProxy?: string;
  rightsCheckMs?: number;
  /** The library, which the caller closes; by default one without workers. */
  library?: (db: Database) => Promise<KnowledgeDeps>;
  /** Database and hub; embedded and in memory by default. */
  backend?: BackendKind;
  /** The operator's single sign-on provider. */
  oidc?: OidcConfig;
  /** Receives inbound e-mail. */
  inbound?: EmailActions["inbound"];
}

/** The HTTP surface on a real database, without assistant and library. */
export async function startTestHttp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const backend = await openBackend(options.backend);
  const { db, hub } = backend;
  const dataDir = await mkdtemp(join(tmpdir(), "parley-http-"));
  const logged: string[] = [];
  // As in production, so that a request after a pause finds its connection open.
  const server = createServer({ keepAliveTimeout: 65_000 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, so it is no pipe
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
  const emailLinks = createEmailLinks([testSecret]);
  const people = testPeople({ db, hub, publicUrl: url, log });
  const auth = createAuthServices({
    db,
    platformPool: new ScopedPool(db.pool, () => ({ role: "parley_platform", searchPath: "auth" })).asPool(),
    secrets: [testSecret],
    readBackLink: (token) => backLinkOf(emailLinks, token),
    publicUrl: url,
    oidc: options.oidc && { oidc: options.oidc, admit: (who, invitation) => admit(people, who, invitation) },
    streamTickets: createMemoryStreamTickets(),
    limits: createMemoryRateLimits({ ...defaultRateRules, ...options.rules }),
    log,
  });
  const own = openLibrary({ db });
  const inspector = new FileParser();
  const knowledge = (await options.library?.(db)) ?? own;
  const ctx: HttpContext = {
    log,
    auth,
    tenants: { db, publicUrl: url, ...builtInModels, recheckStreams: people.recheckStreams },
    doctor: {
      tenants: { db, publicUrl: url, ...builtInModels },
      hub,
      issueToken: (subject) => auth.tokens.issue(subject),
      reach: { network: publicOrOwnMachine, ports: "any" },
      config: { databaseUrl: undefined, dataDir },
      migrationFolder: join(projectRoot, "db/migrations"),
      embeddings: { model: "words", embed: async (texts) => texts.map(() => new Float32Array(3)) },
      askRedis: null,
      askLoop: async () => null,
      verifyEmail: null,
      tryModels: async () => [],
    },
    people,
    desk: {
      db,
      hub,
      turns: {
        lease: { holder: "test", leaseMs: 15_000 },
        carryOut: async () => {},
        answerConfirmation: () => Promise.reject(new Error("no turns here")),
      },
      publishSnippet: async () => {},
      forgetSnippet: async () => {},
      purgeCache: async () => {},
    },
    streams: new OpenStreams(),
    turns: {
      active: 0,
      waiting: 0,
      stop: async () => false,
    } as Partial<TurnRunner> as TurnRunner, // these tests start no turn
    openLog: (ticket, from) => openTicketLog({ db, hub }, ticket, from),
    readHistory: (ticket, before) => readHistory(db, ticket, before),
    rateAnswer: (rating) => rateAnswer({ db, purgeCache: async () => {} }, rating),
    leaveContact: (contact) => leaveContact({ db }, contact),
    endTicket: (ticket) => endTicket({ db, hub }, ticket),
    ...visitorActions({ db, hub, hasEmail: false, readSection: (tenantId, id) => readSection({ db }, tenantId, id) }),
    knowledge,
    attachments: { db, parser: inspector, held: new HeldBytes() },
    webhooks: { db, publicUrl: url, log, privateHosts: [] },
    shop: undefined,
    tools: {
      db,
      publicUrl: url,
      log,
      privateHosts: ["127.0.0.1"],
      secrets: [testSecret],
      signer: createToolSigner({ db, secrets: [testSecret] }),
      breakers: new Breakers(),
    },
    gaps: {
      db,
      hub,
      embeddings: knowledge.embeddings,
      log,
      askAgain: () => Promise.reject(new Error("these tests have no assistant")),
      findNearest: async () => [],
      writeAnswer: async () => null,
    },
    releases: {
      db,
      log,
      queues: knowledge.queues,
      knowledge,
      notifyRelease: async () => {},
      checkModels: () => {},
      listCached: async () => [],
      writesOtherwise: async () => false,
    },
    assist: {
      db,
      modelFor: () => createAgentModel({ without: "none", grades: false, model: noModel }),
      profileOf: toProfile,
      find: async (tenantId, q) => (await searchForAgent(knowledge, tenantId, { q, limit: 8 })).results,
    },
    privacy: {
      db,
      hub,
      log,
      publicUrl: url,
      secrets: [testSecret],
      embeddingModel: knowledge.embeddings.model,
      ...idlePrivacy,
    },
    memory: { db, log, embeddings: knowledge.embeddings, wake: async () => {} },
    playground: playgroundByRules({ db, hub, log }),
    copilot: copilotWithoutModel({ db, hub, log, knowledge }),
    search: (tenantId, query) => searchForAgent(knowledge, tenantId, query),
    tryAnswer: () => Promise.reject(new Error("these tests have no assistant")),
    searchArticles: (visitor, typed) => searchArticles({ db }, visitor, typed),
    cache: emptyCache,
    tracing: noTracing,
    metrics: new Figures({ version: "0", role: "all", mode: "test" }),
    settings: {
      publicUrl: url,
      trustProxy: options.trustProxy ?? "",
      rightsCheckMs: options.rightsCheckMs,
      dataDir,
      traceCallers: [],
      metrics: { token: undefined, isApart: false },
    },
    mail: {
      stop: (token) => stopEmail({ db, links: emailLinks }, token),
      ...(options.inbound ? { inbound: options.inbound } : {}),
    },
    checkHealth: async () => healthy,
  };
  const http = createApp(ctx);
  server.on("request", http.app);
  const shop = (name: string, origin: string) =>
    createTenant(ctx.tenants, operator, { name, origins: [origin], email: `admin@${new URL(origin).host}` });
  const a = await shop("Shop A", originA);
  const b = await shop("Shop B", originB);
  return {
    url,
    db,
    ctx,
    http,
    a,
    b,
    logged,
    [Symbol.asyncDispose]: () => stopTestHttp(server, backend, { dataDir, own, inspector }),
  };
}
