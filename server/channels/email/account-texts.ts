import { escapeHtml } from "./escape-html.ts";

const buttonStyle =
  "display:inline-block;padding:10px 18px;border-radius:8px;background:#2f5bea;color:#ffffff;font-weight:600;text-decoration:none";

interface Written {
  subject: string;
  text: string;
  html: string;
}

/** The mail that invites somebody to a tenant's console. Names are data: they stand in it as text. */
export function writeInvitation(to: { tenantName: string; invitedBy: string; link: string }): Written {
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
export function writeReset({ link }: { link: string }): Written {
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
