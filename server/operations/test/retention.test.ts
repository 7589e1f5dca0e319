import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fingerprintTables, seedEveryTable } from "../../../lab/faults/seed-every-table.ts";
import type { Retention, RetentionPatch, RetentionPreview } from "../../../protocol/admin-data.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { seedDocument } from "../../test/support/library.ts";
import { keepDays } from "../analytics/keep-days.ts";
import type { RetentionDeps } from "../privacy/deps.ts";
import { runRetention } from "../privacy/run-retention.ts";
import { listTenantsForRetention } from "../store/retention-runs.ts";

let test: TestHttp;
let deps: RetentionDeps;
beforeAll(async () => {
  test = await startTestHttp();
  deps = test.ctx.privacy;
  await withTenant(test.db, test.b.tenant_id, (tx) => seedEveryTable(tx, "neighbour"));
}, 120_000);
afterAll(() => test[Symbol.asyncDispose]());

const sql = <T extends object>(text: string, params: unknown[] = []) =>
  withTenant(test.db, test.a.tenant_id, async (tx) => (await tx.query<T & Record<string, unknown>>(text, params)).rows);
const count = async (of: string) => (await sql<{ n: number }>(`select count(*)::int as n from ${of}`))[0]?.n;

async function admin<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
  const response = await fetch(`${test.url}/api/v1/admin/${path}`, {
    method,
    // An idle keep-alive connection could be closed just when the next request needs it.
    headers: { authorization: `Bearer ${test.a.api_key}`, "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const setRules = (patch: RetentionPatch) => admin<Retention>("retention", patch, "PATCH");
const preview = async (patch: RetentionPatch) =>
  (await admin<RetentionPreview>("retention/preview", patch)).body.counts;

/** A ticket with messages, events, a file and a paused graph, without activity for this many days. */
async function ticket(days: number, status = "resolved"): Promise<string> {
  const [visitorId, id, messageId] = [newId(), newId(), newId()];
  const at = new Date(Date.now() - days * 24 * 60 * 60_000);
  await withTenant(test.db, test.a.tenant_id, async (tx) => {
    const t = tx.tenantId;
    await tx.query(
      "insert into visitors (tenant_id, id, email, created_at, last_seen_at) values ($1, $2, $3, $4, $4)",
      [t, visitorId, `${id}@mail.example`, at],
    );
    await tx.query(
      `insert into tickets (tenant_id, id, number, visitor_id, status, message_count, last_sequence, created_at, updated_at)
       values ($1, $2, (select coalesce(max(number), 1000) + 1 from tickets), $3, $4, 1, 2, $5, $5)`,
      [t, id, visitorId, status, at],
    );
    await tx.query(
      "insert into messages (tenant_id, id, ticket_id, sequence, role, content, created_at) values ($1, $2, $3, 1, 'system', 'x', $4)",
      [t, messageId, id, at],
    );
    for (const sequence of [1, 2])
      await tx.query(
        "insert into ticket_events (tenant_id, ticket_id, sequence, event_id, type, payload, created_at) values ($1, $2, $3, $4, 'end', '{}', $5)",
        [t, id, sequence, newId(), at],
      );
    await tx.query(
      `insert into attachments (tenant_id, ticket_id, id, message_id, sender, name, type, byte_size, hash, sent_bytes, created_at)
       values ($1, $2, $3, $3, 'visitor', 'a.txt', 'text/plain', 1, '\\x00', 1, $4)`,
      [t, id, messageId, at],
    );
    await tx.query("insert into attachment_files values ($1, $2, $3, 'full', 'text/plain', 'bytes')", [
      t,
      id,
      messageId,
    ]);
    await tx.query(
      "insert into langgraph.checkpoints (thread_id, checkpoint_ns, checkpoint_id, checkpoint) values ($1::uuid::text, '', 'c', '{}')",
      [id],
    );
    await tx.query(
      "insert into model_calls (tenant_id, id, ticket_id, task, provider, model, latency_ms, outcome, created_at) values ($1, $2, $3, 'grade', 'p', 'm', 1, 'ok', $4)",
      [t, newId(), id, at],
    );
    await tx.query(
      "insert into outgoing_emails (tenant_id, id, ticket_id, kind, recipient, created_at) values ($1, $2, $3, 'transcript', 'ada@mail.example', $4)",
      [t, newId(), id, at],
    );
  });
  return id;
}

describe("what is kept no longer", () => {
  beforeEach(async () => {
    await sql("delete from tickets");
    await sql("delete from visitors");
    await sql("update tenants set retention = '{}'");
    await sql("update retention_states set next_at = now(), removed_before = null");
  });

  it("is counted before anything is said, removed by kind when it is due, and of the neighbour nothing", async () => {
    const before = await withTenant(test.db, test.b.tenant_id, fingerprintTables);
    const old = [await ticket(100), await ticket(99, "open"), await ticket(98, "closed")];
    const recent = await ticket(20);
    const waiting = await ticket(100, "pending_human");
    await sql(
      "insert into audit_log (tenant_id, id, actor_kind, actor_id, action, created_at) select $1, gen_random_uuid(), 'system', 'x', 'domain.add', now() - make_interval(days => d) from unnest(array[100, 80]) d",
      [test.a.tenant_id],
    );
    const counts = await preview({ tickets: 60, audit: 90 });
    expect(counts).toMatchObject({ tickets: 3, checkpoints: 3, files: 0, events: 0, audit: 1, model_calls: 0 });
    expect(await count("tickets")).toBe(5);

    expect((await setRules({ tickets: 60, audit: 90 })).body.rules).toMatchObject({ tickets: 60, checkpoints: 30 });
    const done = await runRetention(deps, test.a.tenant_id);
    expect(done?.counts).toMatchObject({ tickets: 3, checkpoints: 0, audit: 1 });
    expect((await sql<{ id: string }>("select id from tickets")).map(({ id }) => id).sort()).toEqual(
      [recent, waiting].sort(),
    );
    for (const table of [
      "messages",
      "ticket_events",
      "attachments",
      "attachment_files",
      "langgraph.checkpoints",
      "model_calls",
      "outgoing_emails",
    ])
      expect(await count(`${table} where ticket_id = any('{${old}}')`), table).toBe(0);
    // A second run removes nothing and stores no run.
    expect(await runRetention(deps, test.a.tenant_id)).toBeUndefined();
    await sql("update retention_states set next_at = now()");
    expect((await runRetention(deps, test.a.tenant_id))?.counts).toMatchObject({ tickets: 0 });
    const { runs } = (await admin<Retention>("retention")).body;
    expect(runs.filter(({ id }) => id === done?.id)).toHaveLength(1);
    const audit = await sql<{ action: string; detail: object }>(
      "select action, detail from audit_log where action like 'retention.%' order by id",
    );
    expect(audit.map(({ action }) => action)).toEqual(["retention.change", "retention.remove"]);
    expect(audit[0]?.detail).toEqual({
      changes: { tickets: { before: null, after: 60 }, audit: { before: null, after: 90 } },
    });
    expect(await withTenant(test.db, test.b.tenant_id, fingerprintTables)).toEqual(before);
  });

  it("of a ticket that stays, its files, events, pause, mails and calls go each by its own rule", async () => {
    const id = await ticket(100);
    const waiting = await ticket(100, "in_progress");
    const rules = { files: 60, events: 60, checkpoints: 60, mails: 60, model_calls: 60 };
    expect(await preview(rules)).toMatchObject({
      files: 1,
      events: 2,
      checkpoints: 1,
      mails: 2,
      model_calls: 2,
      tickets: 0,
    });
    await setRules(rules);
    expect((await runRetention(deps, test.a.tenant_id))?.counts).toMatchObject({
      files: 1,
      events: 2,
      checkpoints: 1,
      mails: 2,
      model_calls: 2,
    });
    expect(await count(`messages where ticket_id = '${id}'`)).toBe(1);
    expect(await sql("select id from attachments where expired_at is not null")).toHaveLength(1);
    expect(await sql("select ticket_id from attachment_files")).toEqual([{ ticket_id: waiting }]);
    expect(await sql("select distinct ticket_id from ticket_events")).toEqual([{ ticket_id: waiting }]);
    expect(await sql("select ticket_id from langgraph.checkpoints")).toEqual([{ ticket_id: waiting }]);
    const file = await fetch(
      `${test.url}/api/v1/admin/tickets/${id}/attachments/${(await sql<{ id: string }>("select id from attachments where ticket_id = $1", [id]))[0]?.id}`,
      { headers: { authorization: `Bearer ${test.a.api_key}` } },
    );
    expect(file.status).toBe(404);
    expect(await file.text()).toContain("may have been deleted");
  });

  it("passes over what somebody works on, goes on after it was cut off, and is done by one of two at once", async () => {
    const ids = await Promise.all(Array.from({ length: 45 }, () => ticket(100)));
    await sql(
      "insert into turns (tenant_id, id, ticket_id, kind, owner_epoch, lease_holder, lease_expires_at) values ($1, $2, $3, 'visitor', 0, 'x', now())",
      [test.a.tenant_id, newId(), ids[0]],
    );
    await setRules({ tickets: 14 });
    const stops = [false, true];
    expect(await runRetention(deps, test.a.tenant_id, () => stops.shift() ?? true)).toBeUndefined();
    expect(await count("tickets")).toBe(25);
    expect(await sql("select counts from retention_runs where finished_at is null")).toEqual([
      { counts: { tickets: 20 } },
    ]);
    const due = () => asPlatform(test.db, (tx) => listTenantsForRetention(tx, 10));
    expect(await due()).toContain(test.a.tenant_id);
    const both = await Promise.all([runRetention(deps, test.a.tenant_id), runRetention(deps, test.a.tenant_id)]);
    expect(both.filter((run) => run !== undefined)).toHaveLength(1);
    expect(both.find((run) => run !== undefined)?.counts.tickets).toBe(44);
    expect(await sql("select id from tickets")).toEqual([{ id: ids[0] }]);
    expect(await due()).not.toContain(test.a.tenant_id);
  });

  it("leaves the numbers of days as they were counted", async () => {
    const counting = { ...deps, countDays: (tenantId: string) => keepDays(test.db, tenantId, { freshMs: 0 }) };
    const said = async (days: number, status?: string) => {
      await ticket(days, status);
      await sql("update messages set role = 'visitor'");
    };
    await said(20);
    await setRules({ tickets: 14 });
    expect((await runRetention(counting, test.a.tenant_id))?.counts.tickets).toBe(1);
    const days = () => sql("select day::text, numbers from analytics_days where (numbers ->> 'tickets')::int > 0");
    const before = await days();
    expect(before).toHaveLength(1);
    // Counting again would find two tickets on that day.
    await said(20, "pending_human");
    await said(20, "pending_human");
    await sql("update analytics_days set version = 0");
    await keepDays(test.db, test.a.tenant_id, { freshMs: 0 });
    expect(await days()).toEqual(before);
  });

  it("with visitors without tickets and chats in which nothing was said, but not who is blocked", async () => {
    const visitor = async (days: number, blocked: string | null = null) => {
      const id = newId();
      await sql(
        "insert into visitors (tenant_id, id, last_seen_at, blocked_at) values ($1, $2, now() - make_interval(days => $3), $4)",
        [test.a.tenant_id, id, days, blocked],
      );
      return id;
    };
    const [gone, , blocked, opened] = [
      await visitor(200),
      await visitor(10),
      await visitor(200, "2026-01-01"),
      await visitor(200),
    ];
    await sql(
      "insert into tickets (tenant_id, id, number, visitor_id, updated_at) values ($1, $2, 1, $3, now() - interval '100 days')",
      [test.a.tenant_id, newId(), opened],
    );
    await setRules({ visitors: 100 });
    expect((await runRetention(deps, test.a.tenant_id))?.counts).toMatchObject({ empty_tickets: 1, visitors: 2 });
    const left = (await sql<{ id: string }>("select id from visitors")).map(({ id }) => id);
    expect(left).toContain(blocked);
    expect(left).not.toContain(gone);
    expect(left).toHaveLength(2);
  });

  it("removes talks in the playground that nobody asked in for so long, with what was said in them", async () => {
    const [old, young] = [newId(), newId()];
    for (const [id, days] of [
      [old, 40],
      [young, 20],
    ] as const) {
      await sql(
        `insert into playground_runs (tenant_id, id, person_id, title, updated_at)
         values ($1, $2, 'ada', 'x', now() - $3 * interval '1 day')`,
        [test.a.tenant_id, id, days],
      );
      await sql(
        "insert into playground_messages (tenant_id, id, run_id, seq, role, content) values ($1, $2, $3, 1, 'visitor', 'x')",
        [test.a.tenant_id, newId(), id],
      );
    }
    expect((await preview({ playground: 30 })).playground).toBe(1);
    await setRules({ playground: 30 });
    expect((await runRetention(deps, test.a.tenant_id))?.counts.playground).toBe(1);
    expect((await sql<{ id: string }>("select id from playground_runs")).map(({ id }) => id)).toEqual([young]);
    expect(await count("playground_messages")).toBe(1);
  });

  it("removes conversations with the copilot that nobody asked in for so long, not their branches, and old uses of documents", async () => {
    const [old, branch, young] = [newId(), newId(), newId()];
    for (const [id, days, parent] of [
      [old, 40, null],
      [branch, 10, old],
      [young, 20, null],
    ] as const)
      await sql(
        `insert into copilot_conversations (tenant_id, id, person_id, title, updated_at, parent_id)
         values ($1, $2, 'ada', 'x', now() - $3 * interval '1 day', $4)`,
        [test.a.tenant_id, id, days, parent],
      );
    const terms = { source: "terms", title: "Terms", texts: ["x"] };
    const { id: document } = await seedDocument(test.db, test.a.tenant_id, terms);
    for (const days of [40, 20])
      await sql(
        `insert into copilot_uses (tenant_id, person_id, document_id, kind, occasion_id, at)
         values ($1, 'ada', $4, 'mentioned', $2, now() - $3 * interval '1 day')`,
        [test.a.tenant_id, newId(), days, document],
      );
    expect((await preview({ copilot: 30 })).copilot).toBe(1);
    await setRules({ copilot: 30 });
    expect((await runRetention(deps, test.a.tenant_id))?.counts.copilot).toBe(1);
    const left = await sql<{ id: string; parent_id: string | null }>("select id, parent_id from copilot_conversations");
    expect(left.map(({ id }) => id).toSorted()).toEqual([branch, young].toSorted());
    expect(left.every(({ parent_id }) => parent_id === null)).toBe(true);
    expect(await count("copilot_uses")).toBe(1);
  });

  it("is said within limits, and the database itself keeps young lines of the record", async () => {
    for (const patch of [
      { tickets: 1 },
      { audit: 30 },
      { webhook_deliveries: null },
      { messages: 30 },
      { tickets: "30" },
    ])
      expect((await admin("retention", patch, "PATCH")).status, JSON.stringify(patch)).toBe(400);
    for (const table of ["audit_log", "model_calls"]) {
      await ticket(20);
      await expect(sql(`delete from ${table}`)).rejects.toThrow(/permission denied/);
      const kept = await count(table);
      await asPlatform(test.db, (tx) =>
        tx.query(`delete from ${table} where tenant_id = $1 and created_at < now()`, [test.a.tenant_id]),
      );
      expect(await count(table), table).toBe(kept);
    }
  });

  it("is removed by the command line, which says before how much", async () => {
    await ticket(40);
    const command = commands.get("retention run");
    const ctx = { http: { ...test.ctx, privacy: deps } } as never; // all that the command looks at
    const out = { info: () => {}, text: () => {} };
    const run = (dryRun: boolean) => command?.run(ctx, { tenant: "Shop A", dryRun }, out);
    expect(await run(true)).toMatchObject({ dry_run: true, tenants: [{ name: "Shop A", counts: { checkpoints: 1 } }] });
    expect(await count("langgraph.checkpoints")).toBe(1);
    const done = await run(false);
    expect(done).toMatchObject({ dry_run: false, tenants: [{ counts: { checkpoints: 1 } }] });
    expect(command?.render(done)).toMatch(/Shop A: deleted\n {2}checkpoints +1$/);
    expect(await count("langgraph.checkpoints")).toBe(0);
    expect(
      await sql("select detail from audit_log where action = 'retention.remove' and actor_kind = 'platform'"),
    ).toHaveLength(1);
  });
});
