import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RegressionImported, RegressionListResponse, RegressionQuestion } from "../../../protocol/regression.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { originA, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { seedDocument } from "../../test/support/library.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

let test: TestHttp;
const keys: Record<string, string> = {};
const path = "regression-questions";

beforeAll(async () => {
  const generous = { points: 100_000, seconds: 60 };
  test = await startTestHttp({ rules: { admin_caller: generous } });
  for (const role of ["viewer", "agent", "manager"])
    keys[role] = (await call<{ api_key: string }>("POST", "keys", { name: role, role })).body.api_key;
});
afterAll(() => test[Symbol.asyncDispose]());

async function call<T = RegressionQuestion>(method: string, to: string, body?: object, key = test.a.api_key) {
  const response = await fetch(`${test.url}/api/v1/admin/${to}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, text, body: (isJson ? JSON.parse(text) : null) as T };
}
const inTenant = <T extends object>(sql: string, params: unknown[] = []) =>
  withTenant(test.db, test.a.tenant_id, async (tx) => (await tx.query<T>(sql, params)).rows);

async function ticketOf(): Promise<string> {
  return (await VisitorClient.init(`${test.url}/api/v1`, test.a.tenant_id, originA)).session.ticket.id;
}

describe("a regression question", () => {
  it("is kept with what a good answer has, changed, listed and deleted", async () => {
    const { id: document } = await seedDocument(test.db, test.a.tenant_id, {
      source: "a.md",
      title: "Returns",
      texts: ["x"],
    });
    const kept = await call(
      "POST",
      path,
      {
        question: "And for shoes?",
        history: [
          { role: "visitor", content: "May I return shirts?" },
          { role: "assistant", content: "Yes." },
        ],
        expected: { must_cite: [document], must_say: ["30 days"], must_not_say: ["never"], outcome: "answered" },
        origin: "playground",
      },
      keys.manager,
    );
    expect(kept.status, kept.text).toBe(201);
    expect(kept.body).toMatchObject({ origin: "playground", ticket: null, titles: { [document]: "Returns" } });
    const again = await call("POST", path, { question: "and for SHOES?", history: kept.body.history });
    expect(again.status).toBe(409);
    // Without the previous messages it is a different question.
    expect((await call("POST", path, { question: "And for shoes?" })).status).toBe(201);

    const changed = await call("PATCH", `${path}/${kept.body.id}`, { expected: { outcome: "escalated" } });
    expect(changed.body.expected).toEqual({ outcome: "escalated" });
    expect((await call("GET", `${path}/${kept.body.id}`, undefined, keys.viewer)).body).toEqual(changed.body);
    const list = await call<RegressionListResponse>("GET", `${path}?limit=1`);
    expect(list.body).toMatchObject({ count: 2, next_cursor: expect.any(String) });
    const rest = await call<RegressionListResponse>("GET", `${path}?limit=1&cursor=${list.body.next_cursor}`);
    expect(rest.body.items.map(({ id }) => id)).toEqual([kept.body.id]);
    expect((await call<RegressionListResponse>("GET", `${path}?q=SHOES`)).body.items).toHaveLength(2);
    expect((await call("DELETE", `${path}/${kept.body.id}`)).status).toBe(200);
    expect((await call("GET", `${path}/${kept.body.id}`)).status).toBe(404);
  });

  it("that came from a ticket holds no secret and is erased with it, and outlives a ticket that grew old", async () => {
    const [erased, old] = [await ticketOf(), await ticketOf()];
    const first = await call("POST", path, {
      question: "Why does ada@example.com get no mail?",
      ticket_id: erased,
      origin: "answer",
    });
    expect(first.body.question).not.toContain("ada@example.com");
    expect(first.body.ticket).toMatchObject({ id: erased });
    const second = await call("POST", path, { question: "How old may a ticket grow?", ticket_id: old });
    expect((await call("POST", path, { question: "Whose?", ticket_id: newId() })).status).toBe(404);
    expect((await call("POST", "erasures", { kind: "ticket", id: erased })).status).toBe(201);
    await waitFor(async () => (await call("GET", `${path}/${first.body.id}`)).status === 404, { what: "the erasure" });
    await inTenant("delete from tickets where id = $1", [old]);
    expect((await call("GET", `${path}/${second.body.id}`)).body.ticket).toBeNull();
  });

  it("is for managers, and the other tenant's is not there", async () => {
    const { body } = await call("POST", path, { question: "Whose is this?" });
    const ways = [
      ["POST", path, { question: "Mine?" }],
      ["PATCH", `${path}/${body.id}`, { question: "Mine?" }],
      ["DELETE", `${path}/${body.id}`, undefined],
      ["POST", `${path}/import`, { csv: "question\nMine?\n" }],
      ["GET", `${path}.csv`, undefined],
    ] as const;
    for (const [method, to, given] of ways) {
      for (const key of [keys.viewer, keys.agent]) expect((await call(method, to, given, key)).status, to).toBe(403);
      expect((await call(method, to, given, "parley_none")).status, to).toBe(401);
    }
    for (const method of ["GET", "PATCH", "DELETE"])
      expect(
        (await call(method, `${path}/${body.id}`, method === "PATCH" ? {} : undefined, test.b.api_key)).status,
      ).toBe(404);
    expect((await call<RegressionListResponse>("GET", path, undefined, test.b.api_key)).body.count).toBe(0);
    expect((await call("POST", path, { question: "Whose?", ticket_id: await ticketOf() }, test.b.api_key)).status).toBe(
      404,
    );
    expect((await call("POST", path, { question: "Odd", expected: { must_shout: true } })).status).toBe(400);
  });

  it("goes out as a table and comes back as one, line by line", async () => {
    await inTenant("delete from regression_questions");
    await call("POST", path, {
      question: '=How many, "really"?',
      expected: { must_say: ["30 days", "in its box"], outcome: "answered" },
    });
    const file = await call("GET", `${path}.csv`);
    await inTenant("delete from regression_questions");
    const csv = `${file.text}"Other?","","","no-id",""\r\n"","x","","",""\r\n"Same?"\r\n"Same?"\r\n`;
    const { body } = await call<RegressionImported>("POST", `${path}/import`, { csv });
    expect(body.added).toBe(2);
    expect(body.left_out.map(({ line }) => line)).toEqual([3, 4, 6]);
    const list = await call<RegressionListResponse>("GET", path);
    expect(list.body.items.find(({ question }) => question.includes("really"))).toMatchObject({
      question: '=How many, "really"?',
      expected: { must_say: ["30 days", "in its box"], outcome: "answered" },
      origin: "file",
    });
    expect((await call("POST", `${path}/import`, { csv: "a,b\n1,2\n" })).status).toBe(400);
  });

  it("is imported with many others while everybody else is served, and too many are refused at once", async () => {
    const csv = (count: number) =>
      `question\n${Array.from({ length: count }, (_row, index) => `Q ${index}?`).join("\n")}`;
    const shares: number[] = [];
    for (let tries = 0; tries < 3 && Math.min(...shares, 1) > 0.25; tries += 1) {
      await inTenant("delete from regression_questions");
      shares.push(
        await longestStandstill(async () => {
          const { body } = await call<RegressionImported>("POST", `${path}/import`, { csv: csv(1_000) });
          expect(body).toEqual({ added: 1_000, left_out: [] });
        }),
      );
    }
    // Other requests wait while the event loop is blocked: here a few ms of an import that takes half a second.
    expect(Math.min(...shares)).toBeLessThan(0.25);
    const noted = await inTenant<{ added: string }>(
      "select detail ->> 'added' as added from audit_log where action = 'regression.import' order by id desc limit 40",
    );
    expect(noted.reduce((sum, { added }) => sum + Number(added), 0)).toBe(1_000);
    const full = await call<RegressionImported>("POST", `${path}/import`, { csv: "question\nOne more?\nq 7?" });
    expect(full.body).toMatchObject({ added: 0, left_out: [{ line: 2 }, { line: 3 }] });
    const refused = await call("POST", `${path}/import`, { csv: csv(30_000) });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("at most 1000 questions");
  });
});

/** The longest time that `work` blocked the event loop, as a share of the total time. */
async function longestStandstill(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  let [longest, isDone, seen] = [0, false, began];
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    longest = Math.max(longest, performance.now() - seen);
    seen = performance.now();
  }
  await done;
  return longest / (performance.now() - began);
}
