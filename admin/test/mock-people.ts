import type { Profile } from "../../protocol/account.ts";
import type { MemberRole } from "../../protocol/admin.ts";
import type { ApiKey, Invitation, PeopleResponse, Person } from "../../protocol/admin-people.ts";
import type { Away } from "../../protocol/assignment.ts";
import type { NoticeRulesResponse } from "../../protocol/notices.ts";
import type { Answer, Call } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

const token = "t".repeat(43);
const ok = (body: unknown, status = 200): Answer => ({ status, body });
const refuse = (status: number, code: string): Answer => ({ status, body: { error: { code, message: code } } });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Members, invitations and keys of the mock's tenant, and the user's profile. */
export function seedStaff() {
  const person = (id: string, name: string, role: MemberRole, more: Partial<Person> = {}): Person => ({
    id,
    name,
    email: `${name.split(" ")[0]?.toLowerCase()}@example.com`,
    role,
    shown_as: null,
    picture: null,
    two_factor: false,
    here: false,
    away: null,
    last_seen_at: ago(3),
    created_at: ago(90_000),
    ...more,
  });
  const people: PeopleResponse = {
    items: [
      person("person-1", "Ada Agent", "admin", { two_factor: true }),
      person(uuid(902), "Ben Okafor", "agent", { last_seen_at: ago(130) }),
      person(uuid(903), "<img src=x onerror=globalThis.pwned=1>", "viewer", { last_seen_at: null }),
    ],
    invitations: [invitation(904, "carla@example.com")],
    sends_mail: true,
  };
  const keys: ApiKey[] = [key(905, "Reports", null), key(906, "Old import", ago(4_000)), endingKey(907)];
  const profile: Profile = {
    name: "Ada Agent",
    email: "ada@example.com",
    shown_as: null,
    picture: null,
    has_password: true,
    two_factor: false,
    passkeys: [{ id: uuid(909), name: "Chrome on Linux", created_at: ago(9_000), last_used_at: ago(50) }],
    passkey_origin: "http://elsewhere.example",
    sessions: [
      session(907, "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0", true),
      session(908, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", false),
    ],
  };
  const notices: NoticeRulesResponse = {
    mail: { waiting: false, mine: true, mention: true, overdue: false },
    browser: { waiting: true, mine: true, mention: true, overdue: true },
    digest: false,
    has_mail: true,
  };
  const away: Away | null = null as Away | null;
  return { people, keys, profile, notices, away, held: 2, push: { key: pushKey, saved: [] as unknown[], tested: 0 } };
}

function invitation(number: number, email: string): Invitation {
  const ends = new Date(Date.now() + 6 * 24 * 3_600_000).toISOString();
  return { id: uuid(number), email, role: "agent", mail: "sent", expires_at: ends, created_at: ago(10) };
}

function key(number: number, name: string, revokedAt: string | null): ApiKey {
  const same = {
    prefix: "Ab3dEf9h",
    role: "viewer",
    speaks_as: null,
    expires_at: null,
    last_used_at: ago(9),
    created_at: ago(9_000),
  } as const;
  return { id: uuid(number), name, revoked_at: revokedAt, ...same };
}

/** A key made for an external party. */
function endingKey(number: number): ApiKey {
  return {
    ...key(number, "Test shop", null),
    expires_at: new Date(Date.now() + 12 * 86_400_000).toISOString(),
  };
}

function session(number: number, device: string, current: boolean): Profile["sessions"][number] {
  return { id: uuid(number), device, current, last_seen_at: ago(current ? 0 : 300), created_at: ago(4_000) };
}

/** Sign-in by code or link, and the second factor. */
export function accountRoutes(mock: Mock, path: string, call: Call): Answer | null {
  const body = (call.body ?? {}) as { code?: string; token?: string; password?: string };
  switch (path) {
    case "/auth/sign-in/ways":
      return ok(mock.ways);
    case "/auth/sign-in/oidc":
      return ok({ url: `${mock.origin}/console/?sign_in=unknown` });
    case "/auth/two-factor/verify":
    case "/auth/two-factor/recover":
      if (body.code !== "123456")
        return { status: 401, body: { error: { code: "invalid_credentials", message: "The code is wrong." } } };
      mock.signedIn = true;
      return ok({ ok: true });
    case "/auth/two-factor/start":
      return ok({ uri: "otpauth://totp/Parley:ada?secret=JBSWY3DPEHPK3PXP", recovery_codes: ["abcd-efgh-ijkm-npqr"] });
    case "/auth/two-factor/confirm":
      mock.staff.profile.two_factor = true;
      return ok({ ok: true });
    case "/auth/password/forgot":
      return ok({ mail: mock.staff.people.sends_mail });
    case "/auth/invitations/open":
      if (body.token !== token)
        return {
          status: 410,
          body: { error: { code: "link_ended", message: "This invitation has expired or was already used." } },
        };
      return ok({
        tenant: "Example Shop",
        email: "carla@example.com",
        role: "agent",
        invited_by: "Ada",
        has_account: false,
      });
    case "/auth/password/reset":
      return ok({ ok: true });
    case "/auth/invitations/accept":
      mock.password = body.password ?? "";
      return ok({ email: "carla@example.com" }, 201);
    default:
      return null;
  }
}

/** A point of P-256; a browser refuses anything else. */
const pushKey = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM";

function pushRoutes(
  push: Mock["staff"]["push"],
  path: string,
  { method, body }: Pick<Call, "method" | "body">,
): Answer | null {
  if (method === "GET") return ok({ push_key: push.key });
  if (method === "DELETE") push.saved.length = 0;
  else if (path.endsWith("/test")) push.tested += 1;
  else push.saved.push(body);
  return ok(method === "POST" && path === "/admin/me/push" ? { id: uuid(930) } : { ok: true });
}

/** Members, keys, and the user's profile. */
export function peopleRoutes(mock: Mock, path: string, { method, body }: Call): Answer | null {
  const { people, profile } = mock.staff;
  if (path === "/admin/people") return ok(people);
  if (path.startsWith("/admin/keys")) return keyRoutes(mock, path, { method, body });
  if (path === "/admin/me/notifications") {
    const next = (body ?? {}) as Partial<typeof mock.staff.notices>;
    mock.staff.notices.mail = { ...mock.staff.notices.mail, ...next.mail };
    mock.staff.notices.browser = { ...mock.staff.notices.browser, ...next.browser };
    mock.staff.notices.digest = next.digest ?? mock.staff.notices.digest;
    return ok(mock.staff.notices);
  }
  if (path.startsWith("/admin/me/push")) return pushRoutes(mock.staff.push, path, { method, body });
  if (path === "/admin/me/presence") {
    const next = body as { away?: boolean; until?: string };
    if (method === "PATCH") mock.staff.away = next.away ? { since: ago(0), until: next.until ?? null } : null;
    return ok({ away: mock.staff.away });
  }
  if (path === "/admin/me/profile") return ok(Object.assign(profile, body ?? {}));
  if (path === "/admin/me/tenant") {
    mock.tenants.reverse();
    return ok({ ok: true });
  }
  if (path === "/admin/me/sessions") {
    profile.sessions = profile.sessions.filter(({ current }) => current);
    return ok({ ended: 1 });
  }
  const [, , , id = "", verb = "", last = ""] = path.split("/");
  if (!path.startsWith("/admin/people/")) return null;
  if (id === "invitations") return invitationRoutes(mock, { method, body }, { id: verb, verb: last });
  if (verb === "tickets") return ok({ tickets: mock.staff.held });
  if (verb === "reset-link") return ok({ link: `https://x/console/reset#${token}`, expires_at: ago(-60) }, 201);
  if (method === "DELETE") {
    people.items = people.items.filter((person) => person.id !== id);
    return ok({ tickets: mock.staff.held });
  }
  for (const person of people.items) if (person.id === id) Object.assign(person, body);
  return ok({ ok: true });
}

function invitationRoutes(
  mock: Mock,
  { method, body }: Pick<Call, "method" | "body">,
  { id, verb }: { id: string; verb: string },
): Answer {
  const { people } = mock.staff;
  const link = `${mock.origin}/console/invitation#${token}`;
  if (method === "DELETE") {
    people.invitations = people.invitations.filter((known) => known.id !== id);
    return ok({ ok: true });
  }
  const wish = body as { email?: string; link?: boolean };
  if (!verb) people.invitations = [invitation(950, wish.email ?? ""), ...people.invitations];
  const made = people.invitations[0];
  if (!made) return refuse(404, "not_found");
  return ok({ invitation: made, link: people.sends_mail && !wish.link ? null : link }, verb ? 200 : 201);
}

function keyRoutes(mock: Mock, path: string, { method, body }: Pick<Call, "method" | "body">): Answer {
  const { keys } = mock.staff;
  if (method === "POST") {
    keys.push(key(960, (body as { name: string }).name, null));
    return ok({ api_key: "pk_made-once" }, 201);
  }
  if (method === "DELETE") {
    for (const known of keys) if (path.endsWith(known.id)) known.revoked_at = ago(0);
    return ok({ ok: true });
  }
  return ok({ items: keys });
}
