import { z } from "zod";
import {
  type InvitationEmail,
  updateInvitationEmail,
  updateWaitingInvitation,
} from "../../accounts/store/invitation-links.ts";
import { findMember } from "../../accounts/store/members.ts";
import { updateResetLink } from "../../accounts/store/reset-links.ts";
import { newId } from "../../core/ids.ts";
import { linkTo, newLinkToken } from "../../core/link-token.ts";
import type { Logger } from "../../core/log.ts";
import { EmailError, type EmailPort, type OutgoingEmail } from "../../core/mailer/port.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { type JobRow, startJob, updateJob } from "../../operations/store/jobs.ts";
import { escapeHtml } from "./escape-html.ts";
import { digestDetailSchema, noticesDetailSchema, writeNotices } from "./notification-email.ts";

export interface PeopleEmailDeps {
  db: Database;
  mailer: EmailPort;
  publicUrl: string;
  log: Logger;
}

/** As for a visitor's e-mail: SMTP servers make unknown senders wait. */
const maxAttempts = 12;

const detailSchema = z.discriminatedUnion("about", [
  z.object({ about: z.enum(["invitation", "password_reset"]) }),
  noticesDetailSchema,
  digestDetailSchema,
]);

/**
 * The job: creates the link and sends it. Its token is created here and is only in the e-mail, so every try has its own and invalidates the
 * previous one. If an e-mail arrived although the SMTP server did not confirm it, another one with a valid link follows.
 */
export async function sendPeopleEmail(deps: PeopleEmailDeps, payload: JobPayload): Promise<void> {
  const { db, mailer, log } = deps;
  const { tenant_id: tenantId, job_id: jobId } = payload;
  const job = await withTenant(db, tenantId, (tx) => startJob(tx, jobId));
  if (!job) return;
  const note = async (mail: InvitationEmail) => {
    if (detailSchema.safeParse(job.detail).data?.about === "invitation")
      await withSystem(db, "send-account-email", (tx) => updateInvitationEmail(tx, job.target_id, mail));
  };
  try {
    const mail = await makeEmail(deps, tenantId, job);
    if (mail) await mailer.send(mail);
    await note("sent");
    await withTenant(db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  } catch (error) {
    const isLast = job.attempts >= maxAttempts || (error instanceof EmailError && !error.isPassing);
    // Errors of other parts may contain an address.
    const why = error instanceof EmailError ? error.message : "could not create the e-mail";
    log.warn(
      { tenant_id: tenantId, job_id: jobId, attempt: job.attempts, given_up: isLast, err: why },
      "E-mail to a user not sent",
    );
    if (isLast) await note("failed");
    await withTenant(db, tenantId, (tx) => updateJob(tx, jobId, { status: isLast ? "failed" : "queued", error: why }));
    if (!isLast) throw new Error(why);
  }
}

/** Undefined when the e-mail is no longer needed. */
async function makeEmail(deps: PeopleEmailDeps, tenantId: string, job: JobRow): Promise<OutgoingEmail | undefined> {
  const detail = detailSchema.parse(job.detail);
  if (detail.about === "notices" || detail.about === "digest") {
    const person = await withSystem(deps.db, "send-account-email", (tx) => findMember(tx, tenantId, job.target_id));
    if (!person) return undefined;
    const written = await withTenant(deps.db, tenantId, (tx) => writeNotices(tx, detail, deps.publicUrl));
    // The same id for every try: an e-mail that arrived without the SMTP server's confirmation is not shown twice.
    return written && { id: job.id, to: person.email, ...written };
  }
  return makeLinkEmail(deps, job, detail.about);
}

/** An e-mail with a single-use link. */
async function makeLinkEmail(
  { db, publicUrl }: PeopleEmailDeps,
  job: JobRow,
  about: "invitation" | "password_reset",
): Promise<OutgoingEmail | undefined> {
  const { token, hash } = newLinkToken();
  // A new message id each time: a mailbox that drops duplicates would keep the one with the invalid link.
  const id = newId();
  if (about === "invitation") {
    const invitation = await withSystem(db, "send-account-email", (tx) =>
      updateWaitingInvitation(tx, job.target_id, hash),
    );
    if (!invitation) return undefined;
    const link = linkTo(publicUrl, "invitation", token);
    const { email, tenantName, invitedBy } = invitation;
    return { id, to: email, fromName: tenantName, ...writeInvitation({ tenantName, invitedBy, link }) };
  }
  const reset = await withSystem(db, "send-account-email", (tx) => updateResetLink(tx, job.target_id, hash));
  if (!reset) return undefined;
  return { id, to: reset.email, fromName: "Parley", ...writeReset({ link: linkTo(publicUrl, "reset", token) }) };
}

const buttonStyle =
  "display:inline-block;padding:10px 18px;border-radius:8px;background:#2f5bea;color:#ffffff;font-weight:600;text-decoration:none";

interface Written {
  subject: string;
  text: string;
  html: string;
}

/** The mail that invites somebody to a tenant's console. Names are data: they stand in it as text. */
function writeInvitation(to: { tenantName: string; invitedBy: string; link: string }): Written {
  return write({
    subject: `Join ${to.tenantName} on Parley`,
    before: `${to.invitedBy} has invited you to join the support team of ${to.tenantName} on Parley.`,
    action: "Accept invitation",
    link: to.link,
    after:
      "This link works once and expires in 7 days. If you didn't expect this invitation, you can ignore this e-mail.",
  });
}

/** The mail with which a person sets a new password. */
function writeReset({ link }: { link: string }): Written {
  return write({
    subject: "Reset your Parley password",
    before: "Someone requested a password reset for this e-mail address.",
    action: "Reset password",
    link,
    after:
      "This link works once and expires in 1 hour. If this wasn't you, ignore this e-mail: your password stays the same.",
  });
}

function write(mail: { subject: string; before: string; action: string; link: string; after: string }): Written {
  const { subject, before, action, link, after } = mail;
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif"><p>${escapeHtml(before)}</p>`,
    `<p style="margin:24px 0"><a style="${buttonStyle}" href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`,
    `<p><small style="color:#667085">${escapeHtml(link)}</small></p>`,
    `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="color:#667085">${escapeHtml(after)}</small></p></body></html>`,
  ].join("\n");
  return { subject, text: `${before}\n\n${action}:\n${link}\n\n--\n\n${after}\n`, html };
}
