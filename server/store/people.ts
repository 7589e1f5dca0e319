import type { MemberRole } from "../../protocol/admin.ts";
import type { Transaction } from "./transaction.ts";

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

/** Adds a person who signs in with a password; e-mails are kept in lower case. False when the e-mail is taken. */
export async function insertPerson(
  tx: Transaction,
  person: { id: string; accountId: string; name: string; email: string; passwordHash: string },
): Promise<boolean> {
  const made = await tx.query(
    "insert into auth.people (id, name, email, email_verified) values ($1, $2, $3, true) on conflict (email) do nothing",
    [person.id, person.name, person.email],
  );
  if (made.rowCount === 0) return false;
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

/** The tenants a person works for, the oldest membership first; suspended tenants are left out. */
export async function listMemberships(tx: Transaction, personId: string): Promise<Membership[]> {
  const { rows } = await tx.query<{ organization_id: string; role: MemberRole }>(
    `select m.organization_id, m.role
       from auth.members m join tenants t on t.tenant_id = m.organization_id
      where m.person_id = $1 and t.status = 'active'
      order by m.created_at, m.id`,
    [personId],
  );
  return rows.map((row) => ({ personId, tenantId: row.organization_id, role: row.role }));
}

/** The people of one tenant. */
export async function listPeople(tx: Transaction, tenantId: string): Promise<PersonRow[]> {
  const { rows } = await tx.query<{ id: string; name: string; email: string; role: MemberRole; created_at: Date }>(
    `select p.id, p.name, p.email, m.role, m.created_at
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
    createdAt: row.created_at,
  }));
}
