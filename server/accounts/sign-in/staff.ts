import { type TenantId, tenantIdSchema } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { findLiveApiKeys, touchApiKey } from "../store/api-keys.ts";
import { countTenantsOf } from "../store/members.ts";
import { listMemberships } from "../store/people.ts";
import { touchSession } from "../store/person-sessions.ts";
import { parseApiKey, sameHash } from "./api-key.ts";
import type { ConsoleAuth } from "./console-auth.ts";
import type { AgentCredentials } from "./credentials.ts";
import { bearerToken } from "./session.ts";

export interface StaffRequest {
  authorization: string | undefined;
  /** All headers, in which the sign-in library finds its cookie. */
  headers: Headers;
}

interface StaffDeps {
  db: Database;
  console: ConsoleAuth;
  /** Picture URL for visitors. */
  faceOf(face: { tenantId: string; personId: string }): string;
}

/**
 * The caller of the admin API: an API key if there is an `Authorization` header, else the signed-in person. Rights are read again for every
 * call, so that a revoked one is gone at once.
 * @throws AppError `unauthorized`, `tenant_suspended`.
 */
export async function readAgent(deps: StaffDeps, request: StaffRequest): Promise<AgentCredentials> {
  if (request.authorization !== undefined) return readApiKey(deps.db, bearerToken(request.authorization));
  return readPerson(deps, request.headers);
}

async function readApiKey(db: Database, key: string | null): Promise<AgentCredentials> {
  const parsed = key === null ? null : parseApiKey(key);
  if (!parsed) throw unauthorized("The API key is invalid, expired or revoked.");
  const found = await withTenant(db, parsed.tenantId, async (tx) => {
    const candidates = await findLiveApiKeys(tx, parsed.prefix);
    const match = candidates.find((candidate) => sameHash(candidate.hash, parsed.hash));
    if (match && !match.is_suspended) await touchApiKey(tx, match.id);
    return match;
  });
  if (!found) throw unauthorized("The API key is invalid, expired or revoked.");
  if (found.is_suspended) throw suspended();
  return {
    kind: "api_key",
    tenantId: parsed.tenantId,
    personId: found.id,
    name: found.name,
    shownAs: found.shown_as,
    face: null,
    email: null,
    role: found.role,
    session: null,
  };
}

async function readPerson(deps: StaffDeps, headers: Headers): Promise<AgentCredentials> {
  const person = headers.has("cookie") ? await deps.console.findPerson(headers) : null;
  if (!person) throw unauthorized("Sign in to continue.");
  const { memberships, chosen, isSuspended } = await withSystem(deps.db, "find-memberships", async (tx) => {
    const memberships = await listMemberships(tx, person.personId);
    const chosen = memberships.find(({ tenantId }) => tenantId === person.organizationId) ?? memberships[0];
    if (chosen && wasLongAgo(chosen.lastSeenAt)) await touchSession(tx, { ...person, tenantId: chosen.tenantId });
    const isSuspended = !chosen && (await countTenantsOf(tx, person.personId)) > 0;
    return { memberships, chosen, isSuspended };
  });
  if (isSuspended) throw suspended();
  if (!chosen) throw unauthorized("This account has no workspace. Ask an admin to invite you.");
  const tenantId: TenantId = tenantIdSchema.parse(chosen.tenantId);
  return {
    kind: "person",
    tenantId,
    personId: person.personId,
    name: person.name,
    shownAs: chosen.shownAs ?? person.name,
    face: person.image === null ? null : deps.faceOf({ tenantId, personId: person.personId }),
    email: person.email,
    role: chosen.role,
    session: {
      id: person.sessionId,
      picture: person.image,
      tenants: memberships.map((membership) => ({ id: membership.tenantId, name: membership.tenantName })),
    },
  };
}

/** An active person must not cause a write with every call. */
const seenAgainMs = 60_000;

function wasLongAgo(at: Date | null): boolean {
  return at === null || Date.now() - at.getTime() > seenAgainMs;
}

/** Shown only to members. */
function suspended(): AppError {
  return new AppError("tenant_suspended", "This workspace is suspended. Contact the operator of this installation.");
}

function unauthorized(message: string): AppError {
  return new AppError("unauthorized", message);
}
