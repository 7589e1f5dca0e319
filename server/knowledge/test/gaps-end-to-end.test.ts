import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GapDetail, GapDraft, GapListResponse } from "../../../protocol/admin-gaps.ts";
import type { SnippetListResponse } from "../../../protocol/admin-snippets.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { deleteSnippet } from "../documents/snippets.ts";
import { runGaps } from "../gaps/run-gaps.ts";

/** Tests the whole product with the built-in answerer and the built-in embedding model; nothing is scripted. */
const origin = "https://shop.example";
let folder: string;
let server: RunningServer;
let tenant: CreatedTenant;

beforeAll(async () => {
  folder = await makeDataFolder();
  server = await startServer({ ...readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" }), port: 0 });
  tenant = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, path).toBeLessThan(300);
  return (await response.json()) as T;
}

async function ask(question: string): Promise<string> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  for await (const _ of visitor.ask(question)) {
    // to its end
  }
  return visitor.session.ticket.id;
}

/** Makes the run due and starts it. Tries again while the server's own run is in progress. */
async function look(): Promise<GapListResponse> {
  const { db, http } = server.ctx;
  await waitFor(async () => {
    await withTenant(db, tenant.tenant_id, (tx) =>
      tx.query("update gap_runs set next_at = now() where not is_running"),
    );
    return runGaps(http.gaps, tenant.tenant_id);
  });
  return call<GapListResponse>("gaps");
}

it("finds what visitors ask in vain, drafts the answer from an agent's words, and closes once that is approved", async () => {
  const wrapped = [
    "Can you gift-wrap my order?",
    "Do you offer gift wrapping for orders?",
    "Is gift wrapping of an order possible?",
  ];
  const paid = ["Can I pay in instalments?", "Is it possible to pay my order in instalments?"];
  const alone = "Where is your shop in Lusaka?";
  const tickets = [];
  for (const question of [...wrapped, ...paid, alone]) tickets.push(await ask(question));
  await call(`tickets/${tickets[0]}/take`, {});
  await call(`tickets/${tickets[0]}/resolve`, {
    answer:
      "Hello Vera,\n\nyes, we offer gift wrapping: an order is gift-wrapped for three euros.\n\nKind regards,\nAda",
  });
  const found = await look();
  const names = await Promise.all(
    found.items.map(async ({ id }) =>
      (await call<GapDetail>(`gaps/${id}`)).items.map(({ question }) => question).sort(),
    ),
  );
  expect(names).toEqual([[...wrapped].sort(), [...paid].sort()]);
  expect(found).toMatchObject({ asked_once: 1, has_vectors: true });
  const id = found.items[0]?.id ?? "";
  const draft = await call<GapDraft>(`gaps/${id}/draft`, {});
  expect(draft.answer).toBe("Yes, we offer gift wrapping: an order is gift-wrapped for three euros.");
  expect((await look()).counts).toEqual({ open: 2, closed: 0, ignored: 0 });
  await call(`snippets/${draft.snippet_id}/approve`, {});
  expect((await look()).counts).toEqual({ open: 1, closed: 1, ignored: 0 });
  expect((await call<GapDetail>(`gaps/${id}`)).gap).toMatchObject({
    status: "closed",
    answered: { title: draft.question },
    snippet: { state: "live" },
  });
});

it("forgets what was kept as a snippet when the resolution is taken back, and nothing else", async () => {
  const kept = async () => (await call<SnippetListResponse>("snippets?q=parrot")).items;
  const found = async () => {
    const { results } = await call<{ results: { text: string }[] }>("search?q=May%20I%20bring%20my%20parrot%3F");
    return results.some(({ text }) => text.includes("parrots stay"));
  };
  const ticket = await ask("May I bring my parrot?");
  const resolve = () =>
    call(`tickets/${ticket}/resolve`, { answer: "No, parrots stay outside.", save_as_snippet: true });
  await resolve();
  expect(await kept()).toMatchObject([{ state: "live", ticket: { id: ticket } }]);
  expect(await found()).toBe(true);
  await call(`tickets/${ticket}/undo`, {});
  expect(await kept()).toEqual([]);
  expect(await found()).toBe(false);
  // Undo works when a manager has already deleted the snippet; a later resolution keeps its own snippet.
  await resolve();
  const [again] = await kept();
  await deleteSnippet(server.ctx.http.knowledge, tenant.tenant_id, again?.id ?? "");
  await call(`tickets/${ticket}/undo`, {});
  await resolve();
  expect(await kept()).toHaveLength(1);
});
