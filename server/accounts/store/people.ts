import type { MemberRole } from "../../../protocol/admin.ts";
import type { Transaction } from "../../database/transaction.ts";

/** A person's place in one tenant. */
export interface Membership {
  personId: string;
  tenantId: string;
  role: MemberRole;
}

export interface PersonRow {
  personId: string;
  name: string;
  email: string;
  role: MemberRole;
  shownAs: string | null;
  /** Version of the picture. */
  image: string | null;
  hasTwoFactor: boolean;
  lastSeenAt: Date | null;
  createdAt: Date;
}

// The tables of schema `auth` belong to the sign-in library; these statements run under `withSystem`.

export async function insertOrganization(tx: Transaction, tenantId: string, name: string): Promise<void> {
  await tx.query("insert into auth.organizations (id, name, slug) values ($1::uuid, $2, $1::uuid::text)", [
    tenantId,
    name,
  ]);
}

export async function updateOrganizationName(tx: Transaction, tenantId: string, name: string): Promise<void> {
  await tx.query("update auth.organizations set name = $2 where id = $1", [tenantId, name]);
}

/** Somebody new; e-mails are kept in lower case. */
export interface NewPersonRow {
  id: string;
  accountId: string;
  name: string;
  email: string;
  /** Null: they sign in by the operator's provider. */
  passwordHash: string | null;
  /** Whether the address is known to be theirs: an operator, a mail or a provider said so. */
  isConfirmed: boolean;
}

/** Adds a person. False when the e-mail is taken. */
export async function insertPerson(tx: Transaction, person: NewPersonRow): Promise<boolean> {
  const made = await tx.query(
    "insert into auth.people (id, name, email, email_verified) values ($1, $2, $3, $4) on conflict (email) do nothing",
    [person.id, person.name, person.email, person.isConfirmed],
  );
  if (made.rowCount === 0) return false;
  if (person.passwordHash === null) return true;
  await tx.query(
    "insert into auth.accounts (id, person_id, account_id, provider_id, password) values ($1, $2::uuid, $2::uuid::text, 'credential', $3)",
    [person.accountId, person.id, person.passwordHash],
  );
  return true;
}

export async function insertMember(tx: Transaction, member: { id: string } & Membership): Promise<void> {
  await tx.query("insert into auth.members (id, organization_id, person_id, role) values ($1, $2, $3, $4)", [
    member.id,
    member.tenantId,
    member.personId,
    member.role,
  ]);
}

/** A membership as signing in needs it. */
export interface OwnMembership extends Membership {
  tenantName: string;
  /** Under which name visitors see the person; null: their own. */
  shownAs: string | null;
  lastSeenAt: Date | null;
}

/** The tenants a person works for, the oldest membership first; suspended tenants are left out. */
export async function listMemberships(tx: Transaction, personId: string): Promise<OwnMembership[]> {
  const { rows } = await tx.query<{
    organization_id: string;
    role: MemberRole;
    name: string;
    shown_as: string | null;
    last_seen_at: Date | null;
  }>(
    `select m.organization_id, m.role, o.name, m.shown_as, m.last_seen_at
       from auth.members m join tenants t on t.tenant_id = m.organization_id join auth.organizations o on o.id = m.organization_id
      where m.person_id = $1 and t.status = 'active'
      order by m.created_at, m.id`,
    [personId],
  );
  return rows.map((row) => ({
    personId,
    tenantId: row.organization_id,
    role: row.role,
    tenantName: row.name,
    shownAs: row.shown_as,
    lastSeenAt: row.last_seen_at,
  }));
}

/** The people of one tenant. */
export async function listPeople(tx: Transaction, tenantId: string): Promise<PersonRow[]> {
  const { rows } = await tx.query<{
    id: string;
    name: string;
    email: string;
    role: MemberRole;
    shown_as: string | null;
    image: string | null;
    two_factor_enabled: boolean;
    last_seen_at: Date | null;
    created_at: Date;
  }>(
    `select p.id, p.name, p.email, m.role, m.shown_as, p.image, p.two_factor_enabled, m.last_seen_at, m.created_at
       from auth.members m join auth.people p on p.id = m.person_id
      where m.organization_id = $1
      order by m.created_at, m.id`,
    [tenantId],
  );
  return rows.map((row) => ({
    personId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    shownAs: row.shown_as,
    image: row.image,
    hasTwoFactor: row.two_factor_enabled,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
  }));
}

/** An account by its address, in lower case. */
export async function findPersonByEmail(
  tx: Transaction,
  email: string,
): Promise<{ personId: string; name: string } | undefined> {
  const { rows } = await tx.query<{ id: string; name: string }>("select id, name from auth.people where email = $1", [
    email,
  ]);
  return rows[0] && { personId: rows[0].id, name: rows[0].name };
}

export async function updatePersonName(tx: Transaction, personId: string, name: string): Promise<void> {
  await tx.query("update auth.people set name = $2, updated_at = now() where id = $1", [personId, name]);
}

/** The hash of the password that a person signs in with. */
export async function findPasswordHash(tx: Transaction, personId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ password: string | null }>(
    "select password from auth.accounts where person_id = $1 and provider_id = 'credential'",
    [personId],
  );
  return rows[0]?.password ?? undefined;
}

/** Sets the password; whoever came by the operator's provider had none. */
export async function upsertPasswordHash(tx: Transaction, personId: string, passwordHash: string): Promise<void> {
  await tx.query(
    `insert into auth.accounts (id, person_id, account_id, provider_id, password)
     values (gen_random_uuid(), $1::uuid, $1::uuid::text, 'credential', $2)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
    [personId, passwordHash],
  );
}

/** Takes away the account and all that hangs on it, if no tenant is left that the person works for. */
export async function deletePersonWithoutTenant(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    "delete from auth.people p where p.id = $1 and not exists (select 1 from auth.members m where m.person_id = p.id)",
    [personId],
  );
}

/** The account of an address, made when there is none: without a password, which is set by a link. @returns the account's id. */
export async function insertPersonWithoutPassword(
  tx: Transaction,
  person: { id: string; otherId: string; name: string; email: string },
): Promise<string> {
  // An id that somebody else has here is not taken over.
  await tx.query(
    `insert into auth.people (id, name, email, email_verified)
     select case when exists (select from auth.people where id = $1) then $2::uuid else $1::uuid end, $3, $4, true
     on conflict (email) do nothing`,
    [person.id, person.otherId, person.name, person.email],
  );
  const found = await findPersonByEmail(tx, person.email);
  if (!found) throw new Error("the account was not stored");
  return found.personId;
}
