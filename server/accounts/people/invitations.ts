import type { MemberRole } from "../../../protocol/admin.ts";
import type { InviteResponse } from "../../../protocol/admin-people.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { linkTo, newLinkToken } from "../../core/link-token.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import {
  countInvitations,
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  updateInvitationLink,
} from "../store/invitation-links.ts";
import { findMemberRole } from "../store/members.ts";
import { findPersonByEmail } from "../store/people.ts";
import type { PeopleCaller, PeopleDeps } from "./deps.ts";
import { toInvitation } from "./list.ts";

/** Most open invitations per tenant. */
const maxInvitations = 500;

/** Whether the caller gets the link instead of an e-mail being sent. */
interface LinkWish {
  link?: boolean | undefined;
}

/**
 * Invites a person: by e-mail, or with a link that the caller hands over, when no SMTP server is set or when requested.
 * @throws AppError `conflict` for a person who is a member or is already invited, and when there are too many invitations.
 */
export async function invite(
  deps: PeopleDeps,
  caller: PeopleCaller,
  { email: given, role, link }: { email: string; role: MemberRole } & LinkWish,
): Promise<InviteResponse> {
  const email = given.trim().toLowerCase();
  const invitation = await withSystem(deps.db, "invite-member", async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (person && (await findMemberRole(tx, caller.tenantId, person.personId)) !== undefined)
      throw new AppError("conflict", "This person is already a member.");
    if ((await countInvitations(tx, caller.tenantId)) >= maxInvitations)
      throw new AppError("conflict", `The limit of ${maxInvitations} open invitations is reached. Withdraw one first.`);
    return insertInvitation(tx, { id: newId(), tenantId: caller.tenantId, email, role, invitedBy: caller.name });
  });
  if (!invitation) throw new AppError("conflict", "This address is already invited. Resend the invitation instead.");
  return createLink(deps, caller, { invitation, action: "invitation.create", link });
}

/** Replaces the link with a new one, valid for seven days from now. @throws AppError `not_found`. */
export async function resendInvitation(
  deps: PeopleDeps,
  caller: PeopleCaller,
  { id, link }: { id: string } & LinkWish,
): Promise<InviteResponse> {
  const { tenantId } = caller;
  // The old link becomes invalid here, even if the new one fails.
  const invitation = await withSystem(deps.db, "invite-member", (tx) =>
    updateInvitationLink(tx, { id, tenantId }, { hash: null, mail: "none" }),
  );
  if (!invitation) throw noSuchInvitation();
  return createLink(deps, caller, { invitation, action: "invitation.resend", link });
}

/** Withdraws an invitation; its link becomes invalid. @throws AppError `not_found`. */
export async function withdrawInvitation(deps: PeopleDeps, caller: PeopleCaller, id: string): Promise<void> {
  const { tenantId, actor } = caller;
  const email = await withSystem(deps.db, "invite-member", (tx) => deleteInvitation(tx, { id, tenantId }));
  if (email === undefined) throw noSuchInvitation();
  const target = { kind: "invitation", id };
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, { actor, action: "invitation.withdraw", target, detail: { name: email } }),
  );
}

async function createLink(
  deps: PeopleDeps,
  { tenantId, actor }: PeopleCaller,
  { invitation, action, link }: { invitation: InvitationRow; action: string } & LinkWish,
): Promise<InviteResponse> {
  const { id, role, email } = invitation;
  const isMailed = deps.wakeEmail !== null && link !== true;
  const made = isMailed ? null : newLinkToken();
  const changed = await withSystem(deps.db, "invite-member", (tx) =>
    updateInvitationLink(tx, { id, tenantId }, { hash: made?.hash ?? null, mail: made ? "none" : "waiting" }),
  );
  if (!changed) throw noSuchInvitation();
  const job = await withTenant(deps.db, tenantId, async (tx) => {
    const detail = { name: email, role, by: made ? "link" : "mail" };
    await insertAudit(tx, { actor, action, target: { kind: "invitation", id }, detail });
    if (made) return undefined;
    const jobId = newId();
    const row = { id: jobId, kind: "account_email" as const, targetId: id, documentId: null };
    return { id: jobId, place: await insertJob(tx, { ...row, detail: { about: "invitation" } }) };
  });
  if (job) await deps.wakeEmail?.(tenantId, job);
  return { invitation: toInvitation(changed), link: made && linkTo(deps.publicUrl, "invitation", made.token) };
}

function noSuchInvitation(): AppError {
  return new AppError("not_found", "Invitation not found.");
}
