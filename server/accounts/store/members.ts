import type { MemberRole } from "../../../protocol/admin.ts";
import { countAll, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// Memberships of tenants; under `withSystem`, like everything of schema `auth`.

/** The ids of a tenant's admins. Locks them, so that two who leave at the same time do not leave the tenant without an admin. */
export async function lockAdmins(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("auth.members")
      .select("person_id")
      .where("organization_id", "=", tenantId)
      .where("role", "=", "admin")
      .orderBy("id")
      .forUpdate(),
  );
  return rows.map(({ person_id }) => person_id);
}

/** A person's role in a tenant; undefined for a non-member. */
export async function findMemberRole(
  tx: Transaction,
  tenantId: string,
  personId: string,
): Promise<MemberRole | undefined> {
  const row = await tx.first(
    query
      .selectFrom("auth.members")
      .select("role")
      .where("organization_id", "=", tenantId)
      .where("person_id", "=", personId),
  );
  return row?.role;
}

/** The address of a person who works for a tenant; undefined when they do not. */
export function findMember(
  tx: Transaction,
  tenantId: string,
  personId: string,
): Promise<{ email: string } | undefined> {
  return tx.first(
    query
      .selectFrom("auth.members as m")
      .innerJoin("auth.people as p", "p.id", "m.person_id")
      .select("p.email")
      .where("m.organization_id", "=", tenantId)
      .where("m.person_id", "=", personId),
  );
}

/** Number of tenants that a person works for, suspended ones included. */
export async function countTenantsOf(tx: Transaction, personId: string): Promise<number> {
  const counted = query.selectFrom("auth.members").select(countAll.as("count")).where("person_id", "=", personId);
  return (await tx.first(counted))?.count ?? 0;
}

export async function updateMemberRole(
  tx: Transaction,
  tenantId: string,
  { personId, role }: { personId: string; role: MemberRole },
): Promise<void> {
  const members = query.updateTable("auth.members").set({ role });
  await tx.run(members.where("organization_id", "=", tenantId).where("person_id", "=", personId));
}

export async function updateMemberShownAs(
  tx: Transaction,
  tenantId: string,
  { personId, shownAs }: { personId: string; shownAs: string | null },
): Promise<void> {
  const members = query.updateTable("auth.members").set({ shown_as: shownAs });
  await tx.run(members.where("organization_id", "=", tenantId).where("person_id", "=", personId));
}

export async function deleteMember(tx: Transaction, tenantId: string, personId: string): Promise<void> {
  const members = query.deleteFrom("auth.members");
  await tx.run(members.where("organization_id", "=", tenantId).where("person_id", "=", personId));
}

/** Adds a member. @returns false when the person is a member already. */
export async function insertNewMember(
  tx: Transaction,
  { id, tenantId, personId, role }: { id: string; tenantId: string; personId: string; role: MemberRole },
): Promise<boolean> {
  const inserted = await tx.run(
    query
      .insertInto("auth.members")
      .values({ id, organization_id: tenantId, person_id: personId, role })
      .onConflict((conflict) => conflict.columns(["organization_id", "person_id"]).doNothing()),
  );
  return inserted === 1;
}
