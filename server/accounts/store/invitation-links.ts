import { sql } from "kysely";
import { countAll, now, query, type RowOf } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// Runs under `withSystem`: invitations are read before sign-in.

export type InvitationEmail = RowOf<"auth.invitation_links">["mail"];

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

const columns = [
  "auth.invitation_links.id",
  "auth.invitation_links.organization_id as tenantId",
  "auth.invitation_links.email",
  "auth.invitation_links.role",
  "auth.invitation_links.invited_by as invitedBy",
  "auth.invitation_links.mail",
  "auth.invitation_links.expires_at as expiresAt",
  "auth.invitation_links.created_at as createdAt",
] as const;

/** Expiry of an invitation, from the creation of its link. */
const expiry = sql<Date>`now() + interval '7 days'`;

/** Inserts an invitation, replacing an expired one. Undefined when the address has a valid one. */
export async function insertInvitation(
  tx: Transaction,
  { id, tenantId, email, role, invitedBy }: Omit<InvitationRow, "mail" | "expiresAt" | "createdAt">,
): Promise<InvitationRow | undefined> {
  const expired = query.deleteFrom("auth.invitation_links").where("expires_at", "<=", now);
  await tx.run(expired.where("organization_id", "=", tenantId).where("email", "=", email));
  return tx.first(
    query
      .insertInto("auth.invitation_links")
      .values({ id, organization_id: tenantId, email, role, invited_by: invitedBy, mail: "none", expires_at: expiry })
      .onConflict((conflict) => conflict.columns(["organization_id", "email"]).doNothing())
      .returning(columns),
  );
}

/** Gives an invitation a new link or, without a hash, none until its e-mail is created; the previous link becomes invalid. */
export function updateInvitationLink(
  tx: Transaction,
  of: { id: string; tenantId: string },
  { hash, mail }: { hash: Uint8Array | null; mail: InvitationEmail },
): Promise<InvitationRow | undefined> {
  return tx.first(
    query
      .updateTable("auth.invitation_links")
      .set({ hash, mail, expires_at: expiry })
      .where("auth.invitation_links.id", "=", of.id)
      .where("auth.invitation_links.organization_id", "=", of.tenantId)
      .returning(columns),
  );
}

/**
 * Stores the token of the e-mail for an invitation whose e-mail is waiting; undefined when the invitation is gone or its e-mail is no
 * longer needed.
 */
export function updateWaitingInvitation(
  tx: Transaction,
  id: string,
  hash: Uint8Array,
): Promise<(InvitationRow & { tenantName: string }) | undefined> {
  return tx.first(
    query
      .updateTable("auth.invitation_links")
      .from("auth.organizations as o")
      .set({ hash, expires_at: expiry })
      .where("auth.invitation_links.id", "=", id)
      .where("auth.invitation_links.mail", "=", "waiting")
      .whereRef("o.id", "=", "auth.invitation_links.organization_id")
      .returning([...columns, "o.name as tenantName"]),
  );
}

/** Stores the result of the e-mail. */
export async function updateInvitationEmail(tx: Transaction, id: string, mail: InvitationEmail): Promise<void> {
  await tx.run(
    query.updateTable("auth.invitation_links").set({ mail }).where("id", "=", id).where("mail", "=", "waiting"),
  );
}

/** A tenant's invitations, newest first; expired ones stay until they are withdrawn or replaced. */
export function listInvitations(tx: Transaction, tenantId: string) {
  return tx.all(
    query
      .selectFrom("auth.invitation_links")
      .select(columns)
      .where("auth.invitation_links.organization_id", "=", tenantId)
      .orderBy("auth.invitation_links.created_at", "desc")
      .orderBy("auth.invitation_links.id", "desc"),
  );
}

/** The invitation with this link hash, and whether its address has an account; undefined when it has ended. */
export function findInvitationByHash(
  tx: Transaction,
  hash: Uint8Array,
): Promise<(InvitationRow & { tenantName: string; personId: string | null }) | undefined> {
  return tx.first(
    query
      .selectFrom("auth.invitation_links")
      .innerJoin("auth.organizations as o", "o.id", "auth.invitation_links.organization_id")
      .innerJoin("tenants as t", "t.tenant_id", "o.id")
      .leftJoin("auth.people as p", "p.email", "auth.invitation_links.email")
      .select([...columns, "o.name as tenantName", "p.id as personId"])
      .where("auth.invitation_links.hash", "=", hash)
      .where("auth.invitation_links.expires_at", ">", now)
      .where("t.status", "=", "active"),
  );
}

/** Uses up an invitation. @returns false when another request was faster, or it was withdrawn. */
export async function consumeInvitation(tx: Transaction, hash: Uint8Array): Promise<boolean> {
  const valid = query.deleteFrom("auth.invitation_links").where("hash", "=", hash).where("expires_at", ">", now);
  return (await tx.run(valid)) === 1;
}

/** @returns false when there is none. */
export async function deleteInvitation(
  tx: Transaction,
  of: { id: string; tenantId: string },
): Promise<string | undefined> {
  const invitation = query.deleteFrom("auth.invitation_links").where("id", "=", of.id);
  const deleted = await tx.first(invitation.where("organization_id", "=", of.tenantId).returning("email"));
  return deleted?.email;
}

/** Number of a tenant's invitations, expired ones included. */
export async function countInvitations(tx: Transaction, tenantId: string): Promise<number> {
  const invitations = query.selectFrom("auth.invitation_links").where("organization_id", "=", tenantId);
  return (await tx.first(invitations.select(countAll.as("count"))))?.count ?? 0;
}
