import { z } from "zod";
import { noticeKinds } from "../../../protocol/notices.ts";
import { listNoticedTickets, type NoticedTicket } from "../../accounts/store/notices.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { shownTitle } from "../../tickets/store/shown-title.ts";
import { escapeHtml } from "./escape-html.ts";

/** A job's data about its e-mail. */
export const noticesDetailSchema = z.object({
  about: z.literal("notices"),
  notices: z.array(z.object({ kind: z.enum(noticeKinds), ticket_id: z.uuid() })),
});
export const digestDetailSchema = z.object({
  about: z.literal("digest"),
  figures: z.object({
    waiting: z.number(),
    oldest: z.iso.datetime().nullable(),
    mine: z.number(),
    asked: z.number(),
    resolved: z.number(),
    /** The person's own snippets that are due for review; missing in jobs of the previous version. */
    review: z.number().default(0),
  }),
});
type Detail = z.infer<typeof noticesDetailSchema> | z.infer<typeof digestDetailSchema>;

interface Written {
  fromName: string;
  subject: string;
  text: string;
  html: string;
}

const reasons: Record<(typeof noticeKinds)[number], string> = {
  waiting: "is waiting for your team",
  mine: "has a new message for you",
  mention: "has a note that mentions you",
  overdue: "is overdue",
};
/** Most tickets listed in an e-mail; the inbox has the rest. */
const maxNamed = 20;
const subjectChars = 90;

/** An e-mail to a team member about events they have not seen; undefined when the tickets are gone. */
export async function writeNotices(
  tx: TenantTransaction,
  detail: Detail,
  publicUrl: string,
): Promise<Written | undefined> {
  const name = (await findTenant(tx))?.name ?? "";
  const settings = { label: "Change your notification settings", url: `${publicUrl}/console/profile#notifications` };
  if (detail.about === "digest") return writeDigest(detail.figures, { name, publicUrl, settings });
  const found = new Map(
    (
      await listNoticedTickets(
        tx,
        detail.notices.map((one) => one.ticket_id),
      )
    ).map((ticket) => [ticket.id, ticket]),
  );
  const lines = detail.notices.flatMap(({ kind, ticket_id: id }) => {
    const ticket = found.get(id);
    return ticket
      ? [{ label: lineOf(ticket, reasons[kind]), url: `${publicUrl}/console/inbox/${id}`, ticket, kind }]
      : [];
  });
  const [first] = lines;
  if (!first) return undefined;
  const subject =
    lines.length === 1
      ? `#${first.ticket.number} ${reasons[first.kind]}: ${shortened(shownTitle(first.ticket.subject))}`
      : `${lines.length} tickets need your attention`;
  const rest = lines.length > maxNamed ? [`Plus ${lines.length - maxNamed} more in the inbox.`] : [];
  return { fromName: name, subject, ...asEmail({ lines: lines.slice(0, maxNamed), rest, settings }) };
}

interface Link {
  label: string;
  url: string;
}

function writeDigest(
  figures: z.infer<typeof digestDetailSchema>["figures"],
  { name, publicUrl, settings }: { name: string; publicUrl: string; settings: Link },
): Written {
  const { waiting, oldest, mine, asked, resolved, review } = figures;
  const longest = oldest ? `; the oldest has been waiting for ${spanOf(Date.now() - Date.parse(oldest))}` : "";
  const rest = [
    `${waiting === 1 ? "1 ticket is" : `${waiting} tickets are`} waiting for your team${longest}.`,
    `${mine === 1 ? "1 of your tickets is" : `${mine} of your tickets are`} waiting for your reply.`,
    `Last 24 hours: ${asked} new ${asked === 1 ? "ticket" : "tickets"}, ${resolved} resolved.`,
  ];
  const lines = [{ label: "Open the inbox", url: `${publicUrl}/console/inbox` }];
  if (review > 0) {
    const many = review === 1 ? "1 of your snippets is" : `${review} of your snippets are`;
    rest.push(`${many} due for review.`);
    lines.push({ label: "Review snippets", url: `${publicUrl}/console/library/snippets?state=due` });
  }
  return {
    fromName: name,
    subject: `${name}: ${waiting} ${waiting === 1 ? "ticket" : "tickets"} waiting this morning`,
    ...asEmail({ lines, rest, settings, restFirst: true }),
  };
}

function lineOf({ number, subject, visitor }: NoticedTicket, reason: string): string {
  return `#${number} ${reason}: ${shortened(shownTitle(subject))}${visitor ? ` (${visitor})` : ""}`;
}

function shortened(text: string): string {
  return text.length > subjectChars ? `${text.slice(0, subjectChars - 1).trimEnd()}…` : text;
}

function spanOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function asEmail(parts: { lines: Link[]; rest: string[]; settings: Link; restFirst?: boolean }) {
  const { lines, rest, settings, restFirst = false } = parts;
  const listed = lines.map(({ label, url }) => `${label}\n${url}`);
  const text = [
    ...(restFirst ? rest : []),
    ...listed,
    ...(restFirst ? [] : rest),
    "--",
    `${settings.label}:\n${settings.url}`,
  ];
  const link = ({ label, url }: Link) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  const paragraphs = rest.map((one) => `<p>${escapeHtml(one)}</p>`);
  const linked = lines.map((one) => `<p dir="auto">${link(one)}</p>`);
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif">`,
    ...(restFirst ? [...paragraphs, ...linked] : [...linked, ...paragraphs]),
    `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="color:#667085">${link(settings)}</small></p></body></html>`,
  ];
  return { text: `${text.join("\n\n")}\n`, html: html.join("\n") };
}
