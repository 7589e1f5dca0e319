import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "../../database/transaction.ts";
import { type PushService, startPushService } from "../../test/support/push-service.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { shopOrigin, startWholeServer, type WholeServer } from "../../test/support/whole-server.ts";
import { derivePushKeys } from "../people/send-push.ts";
import { sendNotices } from "../people/tell-notices.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";
import { operator } from "../tenants/deps.ts";
import { addPerson } from "../tenants/people.ts";

const secrets = [
  { kid: "new", secret: "n".repeat(48) },
  { kid: "old", secret: "o".repeat(48) },
];
const [newKey, oldKey] = derivePushKeys(secrets);
let service: PushService;
let server: WholeServer;
let tenant: CreatedTenant;
let other: CreatedTenant;
let ann: Person;
let bob: Person;
let eve: Person;

interface Person {
  email: string;
  password: string;
  cookie: string;
}

beforeAll(async () => {
  service = await startPushService();
  server = await startWholeServer({
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
    SESSION_SECRETS: secrets.map(({ kid, secret }) => `${kid}:${secret}`).join(","),
  });
  tenant = await server.addTenant("Shop A");
  other = await server.addTenant("Shop B");
  ann = await person(tenant, "ann@shop-a.example", "agent");
  bob = await person(tenant, "bob@shop-a.example", "admin");
  eve = await person(other, "eve@shop-b.example", "admin");
}, 120_000);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  for (const of of [tenant, other])
    await withTenant(server.ctx.db, of.tenant_id, async (tx) => {
      await tx.query("delete from push_devices");
      await tx.query("delete from notices");
    });
  service.received.length = 0;
  service.status = 201;
});

async function person(of: CreatedTenant, email: string, role: "agent" | "admin"): Promise<Person> {
  const name = email.slice(0, 3);
  const added = await addPerson(server.ctx.http.tenants, operator, { tenantId: of.tenant_id, email, name, role });
  const password = added.password ?? "";
  return { email, password, cookie: await signIn(email, password) };
}

async function signIn(email: string, password: string): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function call<T>(who: Person, method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    method,
    headers: { cookie: who.cookie, origin: server.url, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Stores a device. @returns its id. */
async function enable(who: Person, name: string, key = newKey.publicKey): Promise<string> {
  const { status, body } = await call<{ id: string }>(who, "POST", "me/push", {
    ...service.subscribe(name),
    push_key: key,
  });
  expect(status).toBe(200);
  return body.id;
}

async function ticketThatWaits(of = tenant): Promise<{ id: string; number: number }> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, of.tenant_id, shopOrigin);
  for await (const _ of visitor.ask("I want to talk to a person about cheese."));
  return visitor.session.ticket;
}

const notify = () => sendNotices({ ...server.ctx.http.people, log: server.ctx.log });
const countDevices = async () =>
  (await withTenant(server.ctx.db, tenant.tenant_id, (tx) => tx.query("select 1 from push_devices"))).rows.length;

describe("push notifications", () => {
  it("reach each device of the members who want them, encrypted and signed, once", async () => {
    await enable(ann, "phone");
    await enable(ann, "laptop");
    await enable(bob, "bob");
    await call(bob, "PATCH", "me/notifications", { browser: { waiting: false } });
    const ticket = await ticketThatWaits();
    await notify();
    // The server's own loop may have taken them first.
    await waitFor(async () => service.received.length >= 2, { what: "two pushes" });
    await notify();
    expect(service.received.map(({ path }) => path).sort()).toEqual(["/laptop", "/phone"]);
    expect(service.received[0]).toMatchObject({
      key: newKey.publicKey,
      claims: { aud: new URL(service.subscribe("x").endpoint).origin },
      message: {
        title: "A ticket needs a reply",
        body: expect.stringContaining(`#${ticket.number} `),
        tag: `waiting-${ticket.id}`,
        path: `/console/inbox/${ticket.id}`,
      },
    });
  });

  it("do not cross tenants", async () => {
    const id = await enable(ann, "phone");
    await enable(eve, "eve");
    await ticketThatWaits(other);
    await notify();
    await waitFor(async () => service.received.length >= 1, { what: "a push" });
    expect(service.received.map(({ path }) => path)).toEqual(["/eve"]);
    expect((await call(eve, "POST", `me/push/${id}/test`)).status).toBe(404);
    expect((await call(eve, "DELETE", `me/push/${id}`)).status).toBe(404);
    // Nor do they cross people of one tenant.
    expect((await call(bob, "DELETE", `me/push/${id}`)).status).toBe(404);
    expect(await countDevices()).toBe(1);
  });

  it("stop when the session ends", async () => {
    const phone = { ...ann, cookie: await signIn(ann.email, ann.password) };
    await enable(phone, "phone");
    const response = await fetch(`${server.url}/api/v1/auth/sign-out`, {
      method: "POST",
      headers: { cookie: phone.cookie, origin: server.url },
    });
    expect(response.status).toBe(200);
    await ticketThatWaits();
    await notify();
    await waitFor(async () => (await countDevices()) === 0, { what: "the device to be removed" });
    expect(service.received).toEqual([]);
  });

  it("are sent with the key that the browser subscribed with, also after a rotation", async () => {
    const id = await enable(ann, "phone", oldKey?.publicKey);
    expect((await call(ann, "POST", `me/push/${id}/test`)).status).toBe(200);
    expect(service.received[0]).toMatchObject({ key: oldKey?.publicKey, message: { title: "Notifications work" } });
    const refused = await call<{ error: { code: string } }>(ann, "POST", "me/push", {
      ...service.subscribe("x"),
      push_key: "unknown",
    });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
    expect((await call<{ push_key: string }>(ann, "GET", "me/push")).body.push_key).toBe(newKey.publicKey);
  });

  it("forget a device whose browser ended the subscription, and keep one whose service fails", async () => {
    const id = await enable(ann, "phone");
    service.status = 503;
    expect((await call(ann, "POST", `me/push/${id}/test`)).status).toBe(409);
    expect(await countDevices()).toBe(1);
    service.status = 410;
    expect((await call(ann, "POST", `me/push/${id}/test`)).status).toBe(409);
    expect(await countDevices()).toBe(0);
  });

  it("do not delay the e-mails of the same events, whatever the push service does", async () => {
    await enable(ann, "phone");
    await ticketThatWaits();
    const order: string[] = [];
    const people = server.ctx.http.people;
    await withTenant(server.ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update notices set due_at = now(), push_at = now()"),
    );
    await call(ann, "PATCH", "me/notifications", { mail: { waiting: true } });
    service.onPush = () => order.push("push");
    const wakeEmail = async () => void order.push("e-mail");
    await sendNotices({ ...people, wakeEmail, log: server.ctx.log });
    expect(order.indexOf("e-mail")).toBe(0);
    expect(order).toContain("push");
  });

  it("the same subscription again keeps its id, and a person has ten devices at most", async () => {
    const id = await enable(ann, "phone");
    expect(await enable(ann, "phone")).toBe(id);
    for (let count = 0; count < 11; count += 1) await enable(ann, `device-${count}`);
    expect(await countDevices()).toBe(10);
  });

  it("go to public addresses only, except those that the operator allows", async () => {
    const { keys } = service.subscribe("x");
    for (const endpoint of [
      "http://localhost:9000/x",
      "https://10.0.0.1/x",
      "https://[::1]/x",
      "ftp://a.example/x",
      "http://a.example/x",
    ]) {
      const { status } = await call(ann, "POST", "me/push", { endpoint, keys, push_key: newKey.publicKey });
      expect(status, endpoint).toBe(400);
    }
    expect(await countDevices()).toBe(0);
  });
});
