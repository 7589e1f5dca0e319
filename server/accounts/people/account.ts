import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { ChangeProfileRequest, Profile } from "../../../protocol/account.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { updateMemberShownAs } from "../store/members.ts";
import { listPasskeys } from "../store/passkeys.ts";
import {
  findPasswordHash,
  listMemberships,
  listPeople,
  updatePersonName,
  upsertPasswordHash,
} from "../store/people.ts";
import { deleteSession, deleteSessions, listSessions, updateSessionTenant } from "../store/person-sessions.ts";
import type { PeopleDeps } from "./deps.ts";
import { passkeyOrigin, toPasskey } from "./passkeys.ts";

/** A signed-in person and the current session. */
export interface AccountOwner {
  tenantId: string;
  personId: string;
  sessionId: string;
}

/** The person's own profile. */
export async function readProfile(deps: PeopleDeps, { tenantId, personId, sessionId }: AccountOwner): Promise<Profile> {
  return withSystem(deps.db, "manage-account", async (tx) => {
    const own = (await listPeople(tx, tenantId)).find((person) => person.personId === personId);
    if (!own) throw new AppError("not_found", "Person not found.");
    const sessions = await listSessions(tx, personId);
    const hash = await findPasswordHash(tx, personId);
    const passkeys = await listPasskeys(tx, personId);
    return {
      name: own.name,
      email: own.email,
      shown_as: own.shownAs,
      picture: own.image,
      has_password: hash !== undefined,
      two_factor: own.hasTwoFactor,
      passkeys: passkeys.map(toPasskey),
      passkey_origin: passkeyOrigin(deps),
      sessions: sessions.map((session) => ({
        id: session.id,
        device: session.userAgent,
        last_seen_at: session.lastSeenAt.toISOString(),
        created_at: session.createdAt.toISOString(),
        current: session.id === sessionId,
      })),
    };
  });
}

/** Changes a person's own name, and the name that this tenant's visitors see. */
export async function changeProfile(
  deps: PeopleDeps,
  owner: AccountOwner,
  { name, shown_as: shownAs }: ChangeProfileRequest,
): Promise<void> {
  const { tenantId, personId } = owner;
  await withSystem(deps.db, "manage-account", async (tx) => {
    if (name !== undefined) await updatePersonName(tx, personId, name);
    if (shownAs !== undefined) await updateMemberShownAs(tx, tenantId, { personId, shownAs });
  });
  const changed = [...(name === undefined ? [] : ["name"]), ...(shownAs === undefined ? [] : ["shown_as"])];
  if (changed.length > 0) await note(deps, owner, { action: "person.profile", detail: { changed } });
}

/** @throws AppError `invalid_credentials` for a wrong current password. Ends all other sessions. */
export async function changePassword(
  deps: PeopleDeps,
  owner: AccountOwner,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { personId, sessionId } = owner;
  await requirePassword(deps, personId, current);
  const passwordHash = await hashPassword(password);
  await withSystem(deps.db, "manage-account", async (tx) => {
    await upsertPasswordHash(tx, personId, passwordHash);
    await deleteSessions(tx, personId, sessionId);
  });
  await note(deps, owner, { action: "person.password" });
  await deps.recheckStreams(owner.tenantId);
}

/** Requires the password before an action that a stranger at an open browser must not perform. @throws AppError `invalid_credentials`. */
export async function requirePassword(deps: PeopleDeps, personId: string, password: string): Promise<void> {
  const stored = await withSystem(deps.db, "manage-account", (tx) => findPasswordHash(tx, personId));
  if (stored === undefined || !(await verifyPassword({ hash: stored, password })))
    throw new AppError("invalid_credentials", "The current password is wrong. Try again.");
}

/** Ends one of the person's own sessions. @throws AppError `not_found`. */
export async function endSession(deps: PeopleDeps, owner: AccountOwner, id: string): Promise<void> {
  const wasThere = await withSystem(deps.db, "manage-account", (tx) => deleteSession(tx, owner.personId, id));
  if (!wasThere) throw new AppError("not_found", "Session not found.");
  await note(deps, owner, { action: "person.session_end" });
  await deps.recheckStreams(owner.tenantId);
}

/** Ends all of the person's sessions except the current one. @returns the number of ended sessions. */
export async function endOtherSessions(deps: PeopleDeps, owner: AccountOwner): Promise<number> {
  const ended = await withSystem(deps.db, "manage-account", (tx) =>
    deleteSessions(tx, owner.personId, owner.sessionId),
  );
  if (ended > 0) await note(deps, owner, { action: "person.session_end", detail: { sessions: ended } });
  await deps.recheckStreams(owner.tenantId);
  return ended;
}

/** Switches the session to another of the person's tenants. @throws AppError `not_found`. */
export async function switchTenant(
  deps: PeopleDeps,
  { tenantId: before, personId, sessionId }: AccountOwner,
  tenantId: string,
): Promise<void> {
  await withSystem(deps.db, "switch-tenant", async (tx) => {
    if (!(await listMemberships(tx, personId)).some((membership) => membership.tenantId === tenantId))
      throw new AppError("not_found", "Workspace not found.");
    await updateSessionTenant(tx, sessionId, tenantId);
  });
  await deps.recheckStreams(before);
}

async function note(
  deps: Pick<PeopleDeps, "db">,
  { tenantId, personId }: Pick<AccountOwner, "tenantId" | "personId">,
  { action, detail }: { action: string; detail?: Record<string, unknown> },
): Promise<void> {
  const who = { kind: "person" as const, id: personId };
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, { actor: who, action, target: who, ...(detail ? { detail } : {}) }),
  );
}

/** Writes a person's change of their own authenticator app to the audit log. */
export function noteTwoFactor(
  deps: Pick<PeopleDeps, "db">,
  owner: Pick<AccountOwner, "tenantId" | "personId">,
  what: "on" | "off" | "recovery_codes",
): Promise<void> {
  return note(deps, owner, { action: `person.two_factor_${what}` });
}
