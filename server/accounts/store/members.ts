import type { MemberRole } from "../../../protocol/admin.ts";
import type { Transaction } from "../../database/transaction.ts";

// Who works for which tenant; under `withSystem`, like everything of schema `auth`.

/** The ids of a tenant's admins. Locked, so that two who leave at the same time do not both count on the other. */
export async function lockAdmins(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ person_id: string }>(
    "select person_id from auth.members where organization_id = $1 and role = 'admin' order by id for update",
    [tenantId],
  );
  return rows.map((row) => row.person_id);
}

/** A person's role in a tenant; undefined when they do not work there. */
export async function findMemberRole(
  tx: Transaction,
  tenantId: string,
  personId: string,
): Promise<MemberRole | undefined> {
  const { rows } = await tx.query<{ role: MemberRole }>(
    "select role from auth.members where organization_id = $1 and person_id = $2",
    [tenantId, personId],
  );
  return rows[0]?.role;
}

/** The address of somebody who works for a tenant; undefined when they do not, any more. */
export async function findMember(
  tx: Transaction,
  tenantId: string,
  personId: string,
): Promise<{ email: string } | undefined> {
  const { rows } = await tx.query<{ email: string }>(
    `select p.email from auth.members m join auth.people p on p.id = m.person_id
      where m.organization_id = $1 and m.person_id = $2`,
    [tenantId, personId],
  );
  return rows[0];
}

/** How many tenants a person works for, suspended ones included. */
export async function countTenantsOf(tx: Transaction, personId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from auth.members where person_id = $1",
    [personId],
  );
  return rows[0]?.count ?? 0;
}

export async function updateMemberRole(
  tx: Transaction,
  tenantId: string,
  { personId, role }: { personId: string; role: MemberRole },
): Promise<void> {
  await tx.query("update auth.members set role = $3 where organization_id = $1 and person_id = $2", [
    tenantId,
    personId,
    role,
  ]);
}

export async function updateMemberShownAs(
  tx: Transaction,
  tenantId: string,
  { personId, shownAs }: { personId: string; shownAs: string | null },
): Promise<void> {
  await tx.query("update auth.members set shown_as = $3 where organization_id = $1 and person_id = $2", [
    tenantId,
    personId,
    shownAs,
  ]);
}

export async function deleteMember(tx: Transaction, tenantId: string, personId: string): Promise<void> {
  await tx.query("delete from auth.members where organization_id = $1 and person_id = $2", [tenantId, personId]);
}

/** Adds somebody who is no member yet; false when they are. */
export async function insertNewMember(
  tx: Transaction,
  member: { id: string; tenantId: string; personId: string; role: MemberRole },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into auth.members (id, organization_id, person_id, role) values ($1, $2, $3, $4)
     on conflict (organization_id, person_id) do nothing`,
    [member.id, member.tenantId, member.personId, member.role],
  );
  return rowCount === 1;
}
