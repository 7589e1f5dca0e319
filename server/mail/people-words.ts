import { escapeHtml } from "./escape-html.ts";

interface Written {
  subject: string;
  text: string;
  html: string;
}

/** The mail that invites somebody to a tenant's console. Names are data: they stand in it as text. */
export function writeInvitation(to: { tenantName: string; invitedBy: string; link: string }): Written {
  return write({
    subject: `Join ${to.tenantName} on Parley`,
    before: `${to.invitedBy} invites you to answer for ${to.tenantName}.`,
    action: "Accept the invitation",
    link: to.link,
    after:
      "The link is good for 7 days and can be used once. If you do not know what this is about, nothing needs to be done.",
  });
}

/** The mail with which a person sets a new password. */
export function writeReset({ link }: { link: string }): Written {
  return write({
    subject: "Set a new password for Parley",
    before: "Somebody asked for a new password for this address.",
    action: "Set a new password",
    link,
    after:
      "The link is good for 1 hour and can be used once. If it was not you, nothing needs to be done: your password stays as it is.",
  });
}

function write(mail: { subject: string; before: string; action: string; link: string; after: string }): Written {
  const { subject, before, action, link, after } = mail;
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif"><p>${escapeHtml(before)}</p>`,
    `<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`,
    `<p><small style="color:#667085">${escapeHtml(link)}</small></p>`,
    `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="color:#667085">${escapeHtml(after)}</small></p></body></html>`,
  ].join("\n");
  return { subject, text: `${before}\n\n${action}:\n${link}\n\n--\n\n${after}\n`, html };
}
