import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScopedPool } from "../../../db/scoped-pool.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { type ConsoleAuth, createConsoleAuth } from "../sign-in/console-auth.ts";
import { insertMember, insertOrganization, insertPerson, listMemberships } from "../store/people.ts";

const origin = "http://localhost:8787";
const personId = newId();
let db: Database;
let auth: ConsoleAuth;
let tenantId: string;

beforeAll(async () => {
  db = await openTestDatabase();
  tenantId = (await seedTwoTenants(db)).a;
  const passwordHash = await hashPassword("correct horse battery");
  await asPlatform(db, async (tx) => {
    await insertOrganization(tx, tenantId, "Tenant A");
    const person = { id: personId, accountId: newId(), name: "Ada", email: "ada@a.example", passwordHash };
    await insertPerson(tx, { ...person, isConfirmed: true });
    await insertMember(tx, { id: newId(), personId, tenantId, role: "admin" });
  });
  auth = createConsoleAuth({
    pool: new ScopedPool(db.pool, () => ({ role: "parley_platform", searchPath: "auth" })).asPool(),
    secrets: [{ kid: "test", secret: "s".repeat(40) }],
    publicUrl: origin,
    trustedOrigins: () => [origin],
    log: createLogger("silent"),
  });
});
afterAll(() => db.close());

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return auth.handle(
    new Request(`${origin}/api/v1/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, ...headers },
      body: JSON.stringify(body),
    }),
  );
}

async function signIn(): Promise<{ cookie: string; setCookie: string }> {
  const response = await post("/sign-in/email", { email: "Ada@a.example", password: "correct horse battery" });
  expect(response.status).toBe(200);
  const setCookie = response.headers.getSetCookie().join("\n");
  return {
    setCookie,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
  };
}

describe("signing in to the console", () => {
  it("gives a cookie that scripts cannot read, and the cookie names the person", async () => {
    const { cookie, setCookie } = await signIn();
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(setCookie).toMatch(/SameSite=Lax/i);
    expect(setCookie).not.toMatch(/; Secure/i);
    expect(await auth.findPerson(new Headers({ cookie }))).toMatchObject({
      personId,
      email: "ada@a.example",
      name: "Ada",
    });
    expect(await asPlatform(db, (tx) => listMemberships(tx, personId))).toEqual([
      { personId, tenantId, role: "admin", tenantName: "Tenant A", shownAs: null, lastSeenAt: null },
    ]);
  });

  it("refuses a wrong password and an unknown e-mail alike", async () => {
    const wrong = await post("/sign-in/email", { email: "ada@a.example", password: "wrong horse battery" });
    const unknown = await post("/sign-in/email", { email: "eve@a.example", password: "wrong horse battery" });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(await wrong.text()).toBe(await unknown.text());
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it("offers no way to sign up", async () => {
    const response = await post("/sign-up/email", {
      email: "eve@a.example",
      password: "correct horse battery",
      name: "Eve",
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it("refuses a sign-in that another site's page sends", async () => {
    const response = await post(
      "/sign-in/email",
      { email: "ada@a.example", password: "correct horse battery" },
      { origin: "https://evil.example", cookie: "x=y" },
    );
    expect(response.status).toBe(403);
  });

  it("ends the session at sign-out, and a changed cookie is nobody", async () => {
    const { cookie } = await signIn();
    expect(await auth.findPerson(new Headers({ cookie: `${cookie.slice(0, -3)}AAA` }))).toBeNull();
    expect((await post("/sign-out", {}, { cookie })).status).toBe(200);
    expect(await auth.findPerson(new Headers({ cookie }))).toBeNull();
    expect(await auth.findPerson(new Headers())).toBeNull();
  });

  it("sends its cookie over https only when that is where the console lives", async () => {
    const secure = createConsoleAuth({
      pool: new ScopedPool(db.pool, () => ({ role: "parley_platform", searchPath: "auth" })).asPool(),
      secrets: [{ kid: "test", secret: "s".repeat(40) }],
      publicUrl: "https://desk.example",
      trustedOrigins: () => ["https://desk.example"],
      log: createLogger("silent"),
    });
    const response = await secure.handle(
      new Request("https://desk.example/api/v1/auth/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://desk.example" },
        body: JSON.stringify({ email: "ada@a.example", password: "correct horse battery" }),
      }),
    );
    expect(response.headers.getSetCookie().join("\n")).toMatch(/__Secure-.*; Secure/);
  });
});
