import type { MemberRole } from "../../../protocol/admin.ts";
import type { Transaction } from "../../database/transaction.ts";

// Runs under `withSystem`: invitations are read before sign-in.

export type InvitationEmail = "none" | "waiting" | "sent" | "failed";

export interface InvitationRow {
  id: string;
  tenantId: string;
  email: string;
  role: MemberRole;
  invitedBy: string;
  mail: InvitationEmail;
  expiresAt: Date;
  createdAt: Date;
}

interface Columns {
  id: string;
  organization_id: string;
  email: string;
  role: MemberRole;
  invited_by: string;
  mail: InvitationEmail;
  expires_at: Date;
  created_at: Date;
}

const columns = "id, organization_id, email, role, invited_by, mail, expires_at, created_at";

/** Validity of an invitation in days, from the creation of its link. */
const days = 7;

/** Inserts an invitation, replacing an expired one. Undefined when the address has a valid one. */
export async function insertInvitation(
  tx: Transaction,
  invitation: { id: string; tenantId: string; email: string; role: MemberRole; invitedBy: string },
): Promise<InvitationRow | undefined> {
  await tx.query(
    "delete from auth.invitation_links where organization_id = $1 and email = $2 and expires_at <= now()",
    [invitation.tenantId, invitation.email],
  );
  const { rows } = await tx.query<Columns>(
    `insert into auth.invitation_links (id, organization_id, email, role, invited_by, mail, expires_at)
     values ($1, $2, $3, $4, $5, 'none', now() + make_interval(days => ${days}))
     on conflict (organization_id, email) do nothing returning ${columns}`,
    [invitation.id, invitation.tenantId, invitation.email, invitation.role, invitation.invitedBy],
  );
  return rows[0] && toRow(rows[0]);
}

/** Gives an invitation a new link or, without a hash, none until its e-mail is created; the previous link becomes invalid. */
export async function updateInvitationLink(
  tx: Transaction,
  of: { id: string; tenantId: string },
  { hash, mail }: { hash: Uint8Array | null; mail: InvitationEmail },
): Promise<InvitationRow | undefined> {
  const { rows } = await tx.query<Columns>(
    `update auth.invitation_links set hash = $3, mail = $4, expires_at = now() + make_interval(days => ${days})
      where id = $1 and organization_id = $2 returning ${columns}`,
    [of.id, of.tenantId, hash, mail],
  );
  return rows[0] && toRow(rows[0]);
}

/**
 * Stores the token of the e-mail for an invitation whose e-mail is waiting; undefined when the invitation is gone or its e-mail is no
 * longer needed.
 */
export async function updateWaitingInvitation(
  tx: Transaction,
  id: string,
  hash: Uint8Array,
): Promise<(InvitationRow & { tenantName: string }) | undefined> {
  const { rows } = await tx.query<Columns & { tenant_name: string }>(
    `update auth.invitation_links i set hash = $2, expires_at = now() + make_interval(days => ${days})
       from auth.organizations o where i.id = $1 and i.mail = 'waiting' and o.id = i.organization_id
     returning i.id, i.organization_id, i.email, i.role, i.invited_by, i.mail, i.expires_at, i.created_at, o.name as tenant_name`,
    [id, hash],
  );
  return rows[0] && { ...toRow(rows[0]), tenantName: rows[0].tenant_name };
}

/** Stores the result of the e-mail. */
export async function updateInvitationEmail(tx: Transaction, id: string, mail: InvitationEmail): Promise<void> {
  await tx.query("update auth.invitation_links set mail = $2 where id = $1 and mail = 'waiting'", [id, mail]);
}

/** A tenant's invitations, newest first; expired ones stay until they are withdrawn or replaced. */
export async function listInvitations(tx: Transaction, tenantId: string): Promise<InvitationRow[]> {
  const { rows } = await tx.query<Columns>(
    `select ${columns} from auth.invitation_links where organization_id = $1 order by created_at desc, id desc`,
    [tenantId],
  );
  return rows.map(toRow);
}

/** The invitation with this link hash, and whether its address has an account; undefined when it has ended. */
export async function findInvitationByHash(
  tx: Transaction,
  hash: Uint8Array,
): Promise<(InvitationRow & { tenantName: string; personId: string | null }) | undefined> {
  const { rows } = await tx.query<Columns & { tenant_name: string; person_id: string | null }>(
    `select i.id, i.organization_id, i.email, i.role, i.invited_by, i.mail, i.expires_at, i.created_at,
            o.name as tenant_name, p.id as person_id
       from auth.invitation_links i join auth.organizations o on o.id = i.organization_id
       join tenants t on t.tenant_id = o.id left join auth.people p on p.email = i.email
      where i.hash = $1 and i.expires_at > now() and t.status = 'active'`,
    [hash],
  );
  return rows[0] && { ...toRow(rows[0]), tenantName: rows[0].tenant_name, personId: rows[0].person_id };
}

/** Uses up an invitation. @returns false when another request was faster, or it was withdrawn. */
export async function consumeInvitation(tx: Transaction, hash: Uint8Array): Promise<boolean> {
  const { rowCount } = await tx.query("delete from auth.invitation_links where hash = $1 and expires_at > now()", [
    hash,
  ]);
  return rowCount === 1;
}

/** @returns false when there is none. */
export async function deleteInvitation(tx: Transaction, of: { id: string; tenantId: string }): Promise<boolean> {
  const { rowCount } = await tx.query("delete from auth.invitation_links where id = $1 and organization_id = $2", [
    of.id,
    of.tenantId,
  ]);
  return rowCount === 1;
}

function toRow(row: Columns): InvitationRow {
  return {
    id: row.id,
    tenantId: row.organization_id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    mail: row.mail,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

/** Number of a tenant's invitations, expired ones included. */
export async function countInvitations(tx: Transaction, tenantId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from auth.invitation_links where organization_id = $1",
    [tenantId],
  );
  return rows[0]?.count ?? 0;
}
