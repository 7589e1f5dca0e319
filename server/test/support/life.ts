import type { Pool } from "pg";
import { expect } from "vitest";
import { seedEveryTable } from "../../../lab/faults/seed-every-table.ts";
import { type Receipt, receiptSchema } from "../../../protocol/admin-erasures.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import type { Config } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { listWholeTables, speakPlainly, sumUpTable, type TableSum } from "../../database/whole-tables.ts";
import { VisitorClient } from "./visitor-client.ts";
import { waitFor } from "./wait-for.ts";

const origin = "https://shop.example";

/** The state of an installation before it is moved or backed up. */
export interface Life {
  shop: CreatedTenant;
  /** Ann's session cookie in the console; null when she is signed out. */
  cookie: string | null;
  /** This visitor is waiting for the team. */
  visitor: VisitorClient;
  receipt: Receipt;
}

/**
 * Fills an installation: a tenant with a document and its vectors, a visitor with a file who waits for the team, a signed-in admin, an
 * erased ticket with its receipt, and a second tenant with a row in every table.
 */
export async function beginLife(server: RunningServer): Promise<Life> {
  const { tenants } = server.ctx.http;
  const shop = await createTenant(tenants, operator, { name: "Shop", origins: [origin], email: "ann@shop.example" });
  const other = await createTenant(tenants, operator, { name: "Other", origins: ["https://other.example"] });
  await withTenant(server.ctx.db, other.tenant_id, async (tx) => {
    await seedEveryTable(tx, `"quoted", \\slashed, {braced} and 'single'\nü 漢 👋`);
  });
  const call = callerOf(server, shop);
  await call("documents", {
    source: "returns.md",
    content: "# Returns\n\n## How long can I return a kite?\n\nYou can return a kite within thirty days of delivery.\n",
  });
  const gone = await VisitorClient.init(`${server.url}/api/v1`, shop.tenant_id, origin);
  const erased = await call("erasures", { kind: "ticket", id: gone.session.ticket.id });
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, shop.tenant_id, origin);
  await waitFor(
    async () =>
      ((await call("documents")) as { items: { status: string }[] }).items.every(({ status }) => status === "ready"),
    {
      what: "vectors",
    },
  );
  expect(await answerTo(visitor)).toContain("thirty days");
  const attached = await attach(server, visitor);
  const asked = { message_id: newId(), content: "I want to talk to a person please", attachments: [attached] };
  await (await visitor.call("stream", { method: "POST", body: JSON.stringify(asked) })).text();
  const signedIn = await fetch(`${server.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email: shop.admin?.email, password: shop.admin?.password }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { shop, cookie, visitor, receipt: receiptSchema.parse((erased as { receipt: unknown }).receipt) };
}

async function attach(server: RunningServer, visitor: VisitorClient): Promise<string> {
  const id = newId();
  const form = new FormData();
  form.append("id", id);
  form.append("file", new File([`Order 4711 ${"of kites ".repeat(2_000)}`], "order.txt", { type: "text/plain" }));
  const { status } = await fetch(`${server.url}/api/v1/chat/attachments`, {
    method: "POST",
    headers: { authorization: `Bearer ${visitor.session.token}`, origin },
    body: form,
  });
  expect(status).toBe(201);
  return id;
}

/** Adds a document while no worker runs, so its job waits. @returns its id. */
export async function addWaitingDocument(config: Config, { shop }: Life): Promise<string> {
  const server = await startServer({ ...config, role: "api" });
  try {
    const added = await callerOf(server, shop)("documents", {
      source: "late.md",
      content: "# Late\n\nLate orders cost nine euros.",
    });
    return (added as { document: { id: string } }).document.id;
  } finally {
    await server.stop();
  }
}

/**
 * Checks that everything continues on another server, with the same sessions: the visitor's chat and file are there, the agent's answer
 * reaches the visitor's stream, documents are found, and receipts are valid.
 */
export async function expectLifeGoesOn(server: RunningServer, life: Life): Promise<void> {
  const call = callerOf(server, life.shop);
  const visitor = life.visitor.at(`${server.url}/api/v1`);
  const { id } = visitor.session.ticket;
  const { cookie } = life;
  if (cookie !== null)
    expect((await fetch(`${server.url}/api/v1/admin/me`, { headers: { cookie } })).status, "Ann is signed in").toBe(
      200,
    );
  expect(await call("erasures/verify", { receipt: life.receipt })).toEqual({ valid: true, reason: null });
  const feed = await visitor.call("events");
  expect(feed.status).toBe(200);
  const heard = (async () => {
    let told = "";
    for await (const bytes of feed.body ?? []) {
      told += Buffer.from(bytes).toString("utf8");
      if (told.includes("It comes on Monday.")) return told;
    }
    return told;
  })();
  expect(await call(`tickets/${id}/resolve`, { answer: "It comes on Monday." })).toBeTruthy();
  expect(await heard).toContain("It comes on Monday.");
  const history = await visitor.history();
  expect(history.messages.map(({ content }) => content).join(" ")).toMatch(/thirty days.*a person.*Monday/s);
  const detail = (await call(`tickets/${id}`)) as { messages: { attachments?: { id: string }[] }[] };
  const file = detail.messages.flatMap(({ attachments }) => attachments ?? [])[0];
  const bytes = await visitor.call(`attachments/${file?.id}`);
  expect((await bytes.text()).length).toBeGreaterThan(18_000);
  // A new visitor, so that the answer contains nothing from before.
  const next = await VisitorClient.init(`${server.url}/api/v1`, life.shop.tenant_id, origin);
  expect(await answerTo(next)).toContain("thirty days");
}

async function answerTo(visitor: VisitorClient): Promise<string> {
  let answer = "";
  for await (const { event } of visitor.ask("How long can I return a kite?"))
    if (event.type === "message" && event.message.role === "assistant") answer = event.message.content;
  return answer;
}

/** Calls the admin API with the tenant's key. @throws for a rejected request. */
export function callerOf(server: { url: string }, { api_key }: CreatedTenant) {
  return async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Count and checksum of every table, for a role that sees all rows. */
export async function sumUp(pool: Pool): Promise<Map<string, TableSum>> {
  const client = await pool.connect();
  try {
    await speakPlainly(client);
    const sums = new Map<string, TableSum>();
    for (const table of await listWholeTables(client)) sums.set(table.name, await sumUpTable(client, table));
    return sums;
  } finally {
    client.release();
  }
}
