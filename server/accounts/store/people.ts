import { sql } from "kysely";
import type { MemberRole } from "../../../protocol/admin.ts";
import { newId } from "../../core/ids.ts";
import { now, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

/** The role of a person in one tenant. */
export interface Membership {
  personId: string;
  tenantId: string;
  role: MemberRole;
}

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

// The sign-in library owns the tables of schema `auth`; these statements run under `withSystem`.

export async function insertOrganization(tx: Transaction, tenantId: string, name: string): Promise<void> {
  await tx.run(query.insertInto("auth.organizations").values({ id: tenantId, name, slug: tenantId }));
}

export async function updateOrganizationName(tx: Transaction, tenantId: string, name: string): Promise<void> {
  await tx.run(query.updateTable("auth.organizations").set({ name }).where("id", "=", tenantId));
}

/** A new person; e-mails are kept in lower case. */
export interface NewPersonRow {
  id: string;
  accountId: string;
  name: string;
  email: string;
  /** Null: the person signs in with the operator's provider. */
  passwordHash: string | null;
  /** Whether an operator, an e-mail or a provider has confirmed the address. */
  isConfirmed: boolean;
}

/** Inserts a person. @returns false when the address is taken. */
export async function insertPerson(tx: Transaction, person: NewPersonRow): Promise<boolean> {
  const { id, name, email, isConfirmed, accountId, passwordHash } = person;
  const inserted = await tx.run(
    query
      .insertInto("auth.people")
      .values({ id, name, email, email_verified: isConfirmed })
      .onConflict((conflict) => conflict.column("email").doNothing()),
  );
  if (inserted === 0) return false;
  if (passwordHash !== null) await tx.run(insertPassword(accountId, id, passwordHash));
  return true;
}

function insertPassword(id: string, personId: string, password: string) {
  return query
    .insertInto("auth.accounts")
    .values({ id, person_id: personId, account_id: personId, provider_id: "credential", password });
}

export async function insertMember(
  tx: Transaction,
  { id, tenantId, personId, role }: { id: string } & Membership,
): Promise<void> {
  await tx.run(query.insertInto("auth.members").values({ id, organization_id: tenantId, person_id: personId, role }));
}

/** A membership with the fields that signing in needs. */
export interface OwnMembership extends Membership {
  tenantName: string;
  /** The name that visitors see; null: the person's own. */
  shownAs: string | null;
  lastSeenAt: Date | null;
}

/** The active tenants that a person works for, the oldest membership first. */
export function listMemberships(tx: Transaction, personId: string): Promise<OwnMembership[]> {
  return tx.all(
    query
      .selectFrom("auth.members as m")
      .innerJoin("tenants as t", "t.tenant_id", "m.organization_id")
      .innerJoin("auth.organizations as o", "o.id", "m.organization_id")
      .select(["m.person_id as personId", "m.organization_id as tenantId", "m.role", "o.name as tenantName"])
      .select(["m.shown_as as shownAs", "m.last_seen_at as lastSeenAt"])
      .where("m.person_id", "=", personId)
      .where("t.status", "=", "active")
      .orderBy("m.created_at")
      .orderBy("m.id"),
  );
}

/** The people of one tenant. `image` is the version of the picture. */
export function listPeople(tx: Transaction, tenantId: string) {
  return tx.all(
    query
      .selectFrom("auth.members as m")
      .innerJoin("auth.people as p", "p.id", "m.person_id")
      .select(["p.id as personId", "p.name", "p.email", "m.role", "m.shown_as as shownAs", "p.image"])
      .select(["p.two_factor_enabled as hasTwoFactor", "m.last_seen_at as lastSeenAt", "m.created_at as createdAt"])
      .where("m.organization_id", "=", tenantId)
      .orderBy("m.created_at")
      .orderBy("m.id"),
  );
}

/** The account with this address, which is in lower case. */
export function findPersonByEmail(
  tx: Transaction,
  email: string,
): Promise<{ personId: string; name: string } | undefined> {
  return tx.first(query.selectFrom("auth.people").select(["id as personId", "name"]).where("email", "=", email));
}

export async function updatePersonName(tx: Transaction, personId: string, name: string): Promise<void> {
  await tx.run(query.updateTable("auth.people").set({ name, updated_at: now }).where("id", "=", personId));
}

/** The hash of the person's password, if they have one. */
export async function findPasswordHash(tx: Transaction, personId: string): Promise<string | undefined> {
  const row = await tx.first(
    query
      .selectFrom("auth.accounts")
      .select("password")
      .where("person_id", "=", personId)
      .where("provider_id", "=", "credential"),
  );
  return row?.password ?? undefined;
}

/** Sets the password, also of a person who has none because the operator's provider made the account. */
export async function upsertPasswordHash(tx: Transaction, personId: string, passwordHash: string): Promise<void> {
  await tx.run(
    insertPassword(newId(), personId, passwordHash).onConflict((conflict) =>
      conflict
        .columns(["provider_id", "account_id"])
        .doUpdateSet((account) => ({ password: account.ref("excluded.password"), updated_at: now })),
    ),
  );
}

/** Deletes the account, with all rows that belong to it, if the person works for no tenant. */
export async function deletePersonWithoutTenant(tx: Transaction, personId: string): Promise<void> {
  await tx.run(
    query
      .deleteFrom("auth.people as p")
      .where("p.id", "=", personId)
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom("auth.members as m").select("m.id").whereRef("m.person_id", "=", "p.id"))),
      ),
  );
}

/** Creates an account without a password, unless the address has one. A link sets the password. @returns the account's id. */
export async function insertPersonWithoutPassword(
  tx: Transaction,
  { id, otherId, name, email }: { id: string; otherId: string; name: string; email: string },
): Promise<string> {
  // Takes the other id when an account has the first one.
  await tx.run(sql`
    insert into auth.people (id, name, email, email_verified)
    select case when exists (select from auth.people where id = ${id}) then ${otherId}::uuid else ${id}::uuid end, ${name}, ${email}, true
    on conflict (email) do nothing`);
  const found = await findPersonByEmail(tx, email);
  if (!found) throw new Error("the account was not stored");
  return found.personId;
}
