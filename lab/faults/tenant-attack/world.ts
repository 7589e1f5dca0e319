import { randomUUID } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { insertPasskey } from "../../../server/accounts/store/passkeys.ts";
import { type CreatedTenant, createTenant } from "../../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { createKey } from "../../../server/accounts/tenants/keys.ts";
import { addPerson } from "../../../server/accounts/tenants/people.ts";
import { withSystem, withTenant } from "../../../server/database/transaction.ts";
import { keepDays } from "../../../server/operations/analytics/keep-days.ts";
import { indexLeftVisitors, indexTickets } from "../../../server/tickets/store/unindexed.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { fingerprintTables, listTenantIds, seedEveryTable } from "../seed-every-table.ts";

const roles = ["viewer", "agent", "manager", "admin"] as const;
const tokenSchema = z.object({ token: z.string(), ticket: z.object({ id: z.string() }) });

/** A caller of tenant A, with its credentials. */
export interface Credential {
  name: string;
  headers: Record<string, string>;
  /** A call that returns 200 while the credential is valid; null for credentials that are never valid. */
  control: string | null;
  renew(): Promise<void>;
}

/** Two tenants on a running server: A attacks, B has the marker in all its data. */
export interface World {
  url: string;
  ctx: AppContext;
  a: CreatedTenant;
  b: CreatedTenant;
  credentials: Credential[];
  /** Text in all of B's data; A never sends it. */
  marker: string;
  /** B's ids, by table. */
  ids: Map<string, string[]>;
  /** Texts that must not appear in any response to A. */
  secrets: string[];
  /** One hash of B's rows per table. */
  fingerprint(): Promise<Map<string, string>>;
  /** Resets settings of A that would lock out A's own members. */
  mendA(): Promise<void>;
}

/** More rows than are seeded in any table. */
const seededRows = 1_000;
const origin = { a: "https://shop-a.example", b: "https://shop-b.example" };

/** Creates both tenants, members and keys of every role for A, and fills every table, the cache and the documents of B. */
export async function buildWorld(ctx: AppContext, url: string): Promise<World> {
  const run = randomUUID().slice(0, 8);
  const deps = ctx.http.tenants;
  const a = await createTenant(deps, operator, {
    name: `A ${run}`,
    origins: [origin.a],
    email: `a-${run}@shop-a.example`,
  });
  const b = await createTenant(deps, operator, {
    name: `B ${run}`,
    origins: [origin.b],
    email: `b-${run}@shop-b.example`,
  });
  // No gap detection or retention runs for B during the attack.
  await withTenant(ctx.db, b.tenant_id, async (tx) => {
    for (const table of ["gap_runs", "retention_states"])
      await tx.query(`insert into ${table} values ($1, '2999-01-01') on conflict do nothing`, [b.tenant_id]);
  });
  const marker = `seekmark${randomUUID().replaceAll("-", "")}`;
  const session = await liveThrough(url, b, marker);
  await withTenant(ctx.db, b.tenant_id, async (tx) => {
    await seedEveryTable(tx, marker);
    // Otherwise background jobs do it during the attack.
    await indexTickets(tx, seededRows);
    await indexLeftVisitors(tx, seededRows);
    await tx.query("update notices set push_at = null, due_at = '2999-01-01'");
  });
  await keepDays(ctx.db, b.tenant_id, { freshMs: 0 });
  const ids = await withTenant(ctx.db, b.tenant_id, listTenantIds);
  ids.set("public.tenants", [b.tenant_id]);
  const people = await staffOf(url, b, marker);
  await givePasskey(ctx, people.ids);
  for (const [table, own] of people.ids) ids.set(table, own);
  return {
    url,
    ctx,
    a,
    b,
    marker,
    ids,
    credentials: await makeCredentials(ctx, { url, a, run }),
    secrets: [marker, b.api_key, b.identity_secret, session.token, b.admin.password, people.link],
    async fingerprint() {
      const tables = await withTenant(ctx.db, b.tenant_id, (tx) => fingerprintTables(tx));
      return tables.set("auth", await people.fingerprint());
    },
    mendA: () => patchSettings(url, a.api_key),
  };
}

type Visiting = { url: string; a: CreatedTenant; name: string; known?: string };
const idsSchema = z.object({ items: z.array(z.object({ id: z.string() })) });
const invitedSchema = z.object({ invitation: z.object({ id: z.string() }), link: z.string() });
const profileSchema = z.object({ sessions: z.array(z.object({ id: z.string() })) });

/** B's members with a session and an invitation: these are in no tenant table. */
async function staffOf(url: string, b: CreatedTenant, marker: string) {
  const staff = { "content-type": "application/json", authorization: `Bearer ${b.api_key}` };
  const read = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${url}/api/v1/admin/${path}`, { headers })).json();
  const cookie = await signIn(url, b.admin.email, b.admin.password);
  const wish = { email: `${marker}@shop-b.example`, role: "agent", link: true };
  const invited = invitedSchema.parse(await (await post(`${url}/api/v1/admin/people/invitations`, staff, wish)).json());
  const people = idsSchema.parse(await read("people", staff));
  const { sessions } = profileSchema.parse(await read("me/profile", { cookie }));
  return {
    link: invited.link.slice(invited.link.indexOf("#") + 1),
    ids: new Map([
      ["auth.people", people.items.map(({ id }) => id)],
      ["auth.invitation_links", [invited.invitation.id]],
      ["auth.sessions", sessions.map(({ id }) => id)],
    ]),
    // Reading marks the member as seen.
    fingerprint: async () =>
      JSON.stringify([await read("people", staff), await read("me/profile", { cookie })]).replaceAll(
        /"last_seen_at":"[^"]*"/g,
        "",
      ),
  };
}

/** A passkey of B's first admin, as if a browser had created it. */
async function givePasskey({ db }: AppContext, ids: Map<string, string[]>): Promise<void> {
  const id = randomUUID();
  const personId = ids.get("auth.people")?.[0] ?? "";
  const key = { name: "Key", credentialId: "key-of-b", publicKey: new Uint8Array([1]), counter: 0, transports: [] };
  await withSystem(db, "use-passkeys", (tx) => insertPasskey(tx, { id, personId, ...key }));
  ids.set("auth.passkeys", [id]);
}

/** Gives B realistic data: a document, a conversation that was handed over, a cached answer. */
async function liveThrough(url: string, b: CreatedTenant, marker: string): Promise<z.infer<typeof tokenSchema>> {
  const staff = { "content-type": "application/json", authorization: `Bearer ${b.api_key}` };
  const text = `# Returns\n\nYou can return the ${marker} within thirty days. The ${marker} costs nine euros.`;
  await post(`${url}/api/v1/admin/documents`, staff, {
    source: "b-handbook.md",
    title: `Returns ${marker}`,
    content: text,
  });
  const session = await openSession(url, b.tenant_id, { from: origin.b });
  const visitor = { "content-type": "application/json", authorization: `Bearer ${session.token}`, origin: origin.b };
  for (const content of [`Can I return the ${marker}?`, `I want to talk to a person about ${marker}`]) {
    const answer = await fetch(`${url}/api/v1/chat/stream`, {
      method: "POST",
      headers: visitor,
      body: JSON.stringify({ message_id: randomUUID(), content }),
    });
    await answer.text();
  }
  return session;
}

async function makeCredentials(
  ctx: AppContext,
  { url, a, run }: { url: string; a: CreatedTenant; run: string },
): Promise<Credential[]> {
  const deps = ctx.http.tenants;
  const made: Credential[] = [fixed("nobody", {}), fixed("a made-up token", { authorization: "Bearer made-up" })];
  made.push(
    visitorOf(ctx, { url, a, name: "visitor" }),
    visitorOf(ctx, { url, a, name: "visitor who is known", known: run }),
  );
  for (const role of roles) {
    const key = await createKey(deps, operator, { tenantId: a.tenant_id, name: role, role });
    made.push({ ...fixed(`key ${role}`, { authorization: `Bearer ${key.api_key}` }), control: "/api/v1/admin/me" });
    const email = `${role}-${run}@shop-a.example`;
    const { password } = await addPerson(deps, operator, { tenantId: a.tenant_id, email, role });
    const person: Credential = {
      name: `person ${role}`,
      headers: {},
      control: "/api/v1/admin/me",
      renew: async () => {
        person.headers = { cookie: await signIn(url, email, password), origin: url };
      },
    };
    made.push(person);
  }
  for (const credential of made) await credential.renew();
  return made;
}

/** A visitor of A. An identified visitor is signed with A's current secret, which a call may have changed. */
function visitorOf(ctx: AppContext, { url, a, name, known }: Visiting): Credential {
  const visitor: Credential = {
    name,
    headers: {},
    control: "/api/v1/chat/history",
    renew: async () => {
      const { rows } = await withTenant(ctx.db, a.tenant_id, (tx) => tx.query("select identity_secret from tenants"));
      const identity = known && jwt.sign({ external_id: known }, String(rows[0]?.identity_secret));
      const { token } = await openSession(url, a.tenant_id, { from: origin.a, identity });
      visitor.headers = { authorization: `Bearer ${token}`, origin: origin.a };
    },
  };
  return visitor;
}

function fixed(name: string, headers: Record<string, string>): Credential {
  return { name, headers, control: null, renew: async () => {} };
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await post(
    `${url}/api/v1/auth/sign-in/email`,
    { "content-type": "application/json", origin: url },
    { email, password },
  );
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function openSession(
  url: string,
  tenantId: string,
  { from, identity }: { from: string; identity?: string | undefined },
): Promise<z.infer<typeof tokenSchema>> {
  const response = await post(
    `${url}/api/v1/chat/init`,
    { "content-type": "application/json", origin: from },
    { tenant_id: tenantId, ...(identity ? { identity } : {}) },
  );
  return tokenSchema.parse(await response.json());
}

async function patchSettings(url: string, key: string): Promise<void> {
  await fetch(`${url}/api/v1/admin/settings`, {
    method: "PATCH",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ require_identity: false }),
  });
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}
