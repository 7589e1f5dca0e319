import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  byStatement,
  logPlansOf,
  planLogFile,
  planLogSettings,
  readPlans,
  readsAll,
  type Statement,
  sequentialScans,
} from "../../../lab/bench/plans/plan-log.ts";
import { seedTenant } from "../../../lab/bench/plans/seed.ts";
import { listTenantTables } from "../../../lab/bench/plans/tenant-tables.ts";
import { walk } from "../../../lab/bench/plans/walk.ts";
import { createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { knowledgeHandlers } from "../../knowledge/documents/handlers.ts";
import { startWorkers } from "../../operations/jobs/start-workers.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";
import { type Searched, searchWords } from "../../test/support/searched-words.ts";
import { indexLeftTickets } from "../../tickets/desk/index-tickets.ts";
import { countTickets, listTickets } from "../../tickets/store/ticket-list.ts";
import { deleteTicket } from "../../tickets/store/tickets.ts";
import { listVisitorTickets } from "../../tickets/store/visitor-tickets.ts";
import { openQueues } from "../../wiring/open-queues.ts";
import { migrateServer } from "../open-database.ts";
import { withTenant } from "../transaction.ts";

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: plans (${unavailable})`);

const origin = "https://shop.example";
/** The benchmark of the same name uses 40,000. */
const tickets = 300;
/** A sequential scan is right for smaller tables. */
const smallTableRows = 250;
/** Starting a server, several hundred calls and reading their plans took up to two minutes on two cores with thirty processes waiting. */
const setUpMs = 300_000;
/** Makes one sequential page read as expensive as a hundred, so that the planner decides as for tables a hundred times as large. */
const largeTableCost = "alter role parley_app set seq_page_cost = 100";

describe.skipIf(unavailable !== undefined)("a tenant with thousands of messages beside a small one", () => {
  let postgres: NativePostgres;
  let statements: Statement[];
  let largeTables: Map<string, number>;
  let foreignKeys: string[];
  let searched: Searched[];

  beforeAll(async () => {
    postgres = await startNativePostgres({ settingsFor: planLogSettings });
    await migrateServer(postgres.url);
    await postgres.query("alter role parley_app login");
    await postgres.query(logPlansOf("parley_app"));
    await postgres.query(largeTableCost);
    foreignKeys = (await postgres.query<{ name: string }>(unindexedReferences)).map(({ name }) => name);
    searched = await walkThrough(postgres);
    const { rows } = await clientOf(postgres, (client) => listTenantTables(client).then((all) => ({ rows: all })));
    largeTables = new Map(rows.flatMap((table) => (table.rows > smallTableRows ? [[table.name, table.rows]] : [])));
    statements = byStatement(await readPlans(join(postgres.socketFolder, planLogFile)));
  }, setUpMs);
  afterAll(() => postgres?.stop());

  it("has its tables read through indexes by everything that visitors and agents do", () => {
    expect([...largeTables.keys()]).toEqual(expect.arrayContaining(["messages", "tickets", "visitors", "turns"]));
    const found = sequentialScans(statements, new Set(largeTables.keys()));
    expect(found.map(({ statement, scan }) => `${scan.table}: ${statement.text}`)).toEqual([]);
  });

  it("has no statement look at most rows of a conversation's table through an index either", () => {
    const wide = statements
      .filter(({ text }) => !readsAll.some(({ statement }) => statement.test(text)) && !searches.test(text))
      .flatMap(({ text, scans }) =>
        scans.flatMap(({ table, rows }) =>
          conversationTables.includes(table) && rows > (largeTables.get(table) ?? 0) / 4
            ? `${rows} of ${table}: ${text}`
            : [],
        ),
      );
    expect(wide).toEqual([]);
  });

  it("reads no more tickets than a page has for the list of a visitor who has most of them", () => {
    const lists = statements.filter(({ text }) => /where t\.visitor_id = \$1 and t\.message_count > 0/.test(text));
    const scans = lists.flatMap(({ scans }) => scans.filter(({ table }) => table === "tickets"));
    expect(lists).toHaveLength(2);
    expect(scans.map(({ index }) => index)).toEqual(["tickets_of_visitor", "tickets_of_visitor"]);
    for (const { rows } of scans) expect(rows).toBeLessThanOrEqual(50);
  });

  it("had every kind of statement looked at", () => {
    const texts = statements.map(({ text }) => text).join("\n");
    expect(kinds.filter((part) => !part.test(texts))).toEqual([]);
  });

  it("ranks a word that most tickets have as one that few have, page after page", () => {
    const [common, ofView, rare] = searched.map(({ expected }) => expected.length);
    expect(common).toBeGreaterThan(tickets / 2);
    expect(ofView).toBeGreaterThan(tickets / 8);
    expect(rare).toBeGreaterThan(1);
    expect(rare).toBeLessThan(tickets / 10);
    for (const { found, expected, word } of searched) expect(found, word).toEqual(expected);
  });

  it("has an index under every reference, so that deleting a row looks for nothing", () => {
    expect(foreignKeys).toEqual([]);
  });
});

/** Scans all tickets of this tenant. */
const searches = /m\.content ilike/;
const conversationTables = ["messages", "turns", "ticket_events", "citations", "model_calls"];

/** A part of each statement that the test must have seen. */
const kinds = [
  /insert into messages/,
  /insert into "?turns/,
  /insert into ticket_events/,
  /insert into feedback/,
  /insert into "?snippets/,
  /insert into "?ticket_ratings/,
  /where t\.visitor_id = \$1 and t\.message_count > 0 and \(t\.updated_at/,
  /from "turns" where "status" = \$1 and "ticket_id" = \$2/,
  /select id from turns where ticket_id/,
  /m\.content ilike/,
  /DELETE FROM ONLY "public"\."messages"/,
  /DELETE FROM ONLY "public"\."feedback"/,
  /DELETE FROM ONLY "langgraph"\."checkpoints"/,
];

/** A visitor who returned for a year: two of three tickets are theirs. */
const faithfulVisitor = "0198c1f2-0000-7000-8000-000000000001";
const faithful = `with came as (insert into visitors (tenant_id, id) values ($1, '${faithfulVisitor}') returning id)
  update tickets set visitor_id = came.id from came where tenant_id = $1 and number % 3 > 0`;

async function walkThrough(postgres: NativePostgres): Promise<Searched[]> {
  const config = readConfig({
    PORT: "0",
    DATA_DIR: postgres.socketFolder,
    DATABASE_URL: postgres.urlFor("parley_app"),
    SESSION_SECRETS: `one:${"s".repeat(40)}`,
    LOG_LEVEL: "silent",
  });
  // The only background work is that of documents: gaps and daily numbers read most of a tenant by design, and begin at any time.
  const server = await startServer({ ...config, role: "api" });
  const { ctx } = server;
  const { queues, close: closeQueues } = openQueues(ctx.db, { redisUrl: undefined, log: ctx.log });
  const stopWorkers = await startWorkers({ ...ctx.knowledge, queues }, knowledgeHandlers(ctx.knowledge));
  try {
    const [small, large] = [await makeShop("small"), await makeShop("large")];
    await clientOf(postgres, async (client) => {
      await seedTenant(client, small.tenant_id, { tickets: 50, documents: 5 });
      await seedTenant(client, large.tenant_id, { tickets, documents: 20 });
    });
    await wordUnseen(postgres);
    const searched = await withTenant(ctx.db, large.tenant_id, searchWords);
    await walk({
      api: `${server.url}/api/v1`,
      origin,
      tenantId: large.tenant_id,
      apiKey: large.api_key,
      identitySecret: large.identity_secret,
    });
    await clientOf(postgres, (client) => client.query(faithful, [large.tenant_id]));
    await withTenant(ctx.db, large.tenant_id, async (tx) => {
      const page = await listVisitorTickets(tx, faithfulVisitor, { limit: 20 });
      const last = page.at(-1);
      if (page.length !== 20 || !last) throw new Error("the visitor with most tickets has no full page");
      await listVisitorTickets(tx, faithfulVisitor, {
        limit: 20,
        before: { updatedAt: last.updated_text, id: last.id },
      });
      await countTickets(tx, "person-1");
      for (const view of ["needs_person", "mine", "unassigned"] as const)
        await listTickets(tx, { view, personId: "person-1", limit: 10, sort: "waiting" });
      const { tickets: oldest } = await listTickets(tx, { view: "resolved", personId: "person-1", limit: 10 });
      // More than five: PostgreSQL may then check references with one generic plan for all values.
      for (const { id } of oldest) await deleteTicket(tx, id);
    });
    return searched;
  } finally {
    await stopWorkers();
    await closeQueues();
    await server.stop();
  }

  function makeShop(name: string) {
    return createTenant(ctx.http.tenants, operator, { name, origins: [origin], email: `${name}@shop.example` });
  }
}

/**
 * Does the indexing that the server would do within seconds, with a login whose plans are not recorded: one lookup of a ticket for each of
 * its words.
 */
async function wordUnseen(postgres: NativePostgres): Promise<void> {
  const pool = postgres.openPool("postgres", 2);
  await indexLeftTickets({ pool, vectors: false, listen: undefined, close: () => pool.end() });
  await pool.end();
}

async function clientOf<T>(postgres: NativePostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.urlFor("postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Foreign keys without a full index that begins with their columns. */
const unindexedReferences = `
  select k.conrelid::regclass || ' to ' || k.confrelid::regclass as name
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
   where k.contype = 'f' and n.nspname in ('public', 'langgraph')
     and not exists (
       select 1 from pg_index i
        where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
   order by 1`;
