import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { OutgoingEmail } from "../../core/mailer/port.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findTicketRating } from "../../tickets/store/ticket-ratings.ts";
import type { TicketRow } from "../../tickets/store/tickets.ts";
import { findReader } from "../../tickets/store/visitors.ts";
import { findEmailStop } from "../store/email-threads.ts";
import { type OutgoingEmailRow, wasAskedToRate } from "../store/outgoing-emails.ts";
import type { EmailLinks } from "./email-links.ts";
import { escapeHtml } from "./escape-html.ts";
import { backUrlOf, coloursOf } from "./make-answer.ts";
import { emailWords } from "./texts.ts";

interface RatingWords {
  subject: string;
  question: string;
  rate: string;
  why: string;
  stop: string;
}

/** `{name}` is the tenant, `{n}` the ticket's number, `{about}` the question. */
const words: Record<string, RatingWords> = {
  en: {
    subject: "How was your conversation with {name}?",
    question: "Your conversation “{about}” (#{n}) has ended. How was your experience?",
    rate: "Rate the conversation",
    why: "You are receiving this e-mail because you left your e-mail address in the {name} chat.",
    stop: "Unsubscribe from e-mails about your conversations",
  },
  de: {
    subject: "Wie war Ihre Unterhaltung mit {name}?",
    question: "Ihre Unterhaltung „{about}“ (#{n}) ist beendet. Wie zufrieden waren Sie?",
    rate: "Unterhaltung bewerten",
    why: "Sie erhalten diese E-Mail, weil Sie im Chat von {name} Ihre E-Mail-Adresse angegeben haben.",
    stop: "E-Mails zu Ihren Unterhaltungen abbestellen",
  },
  fr: {
    subject: "Comment s'est passée votre conversation avec {name} ?",
    question: "Votre conversation « {about} » (n° {n}) est terminée. Comment s'est-elle passée ?",
    rate: "Évaluer la conversation",
    why: "Vous recevez cet e-mail parce que vous avez laissé votre adresse e-mail dans le chat de {name}.",
    stop: "Se désabonner des e-mails sur vos conversations",
  },
  es: {
    subject: "¿Qué tal tu conversación con {name}?",
    question: "Tu conversación «{about}» (n.º {n}) ha terminado. ¿Qué tal fue?",
    rate: "Valorar la conversación",
    why: "Recibes este correo porque dejaste tu dirección de correo en el chat de {name}.",
    stop: "Cancelar los correos sobre tus conversaciones",
  },
  ar: {
    subject: "كيف كانت محادثتك مع {name}؟",
    question: "انتهت محادثتك «{about}» (‎#{n}). كيف كانت تجربتك؟",
    rate: "قيّم المحادثة",
    why: "وصلتك هذه الرسالة لأنك تركت بريدك الإلكتروني في محادثة {name}.",
    stop: "إلغاء الاشتراك في رسائل محادثاتك",
  },
};

interface Deps {
  links: EmailLinks;
  publicUrl: string;
}

interface About {
  row: OutgoingEmailRow;
  ticket: TicketRow;
  tenant: TenantRow;
}

/**
 * Asks a visitor who has left for a rating. The rating is given in the chat, to which the e-mail links: a scanner that opens the link rates
 * nothing.
 * @returns undefined when no rating is needed (any more): the ticket was rated or continues, the tenant sends no e-mails, the address wants
 * none or was asked in the last day, or no page leads back to the chat
 */
export async function makeRatingEmail(
  { links, publicUrl }: Deps,
  tx: TenantTransaction,
  { row, ticket, tenant }: About,
): Promise<OutgoingEmail | undefined> {
  if (ticket.status !== "resolved" || !ticket.resolved_at) return undefined;
  if (!tenant.askRating || tenant.alerts.mail_minutes === null) return undefined;
  const reader = await findReader(tx, ticket.visitor_id);
  if (reader?.email !== row.recipient || reader.isBlocked) return undefined;
  if ((await findEmailStop(tx, row.recipient)) || (await wasAskedToRate(tx, row.recipient))) return undefined;
  if (await findTicketRating(tx, ticket.id, ticket.resolved_at)) return undefined;
  const claims = { tenantId: tx.tenantId, ticketId: ticket.id, session: ticket.session_epoch };
  const backUrl = await backUrlOf(tx, ticket, reader.isIdentified ? null : links.issue("back", claims));
  if (!backUrl) return undefined;
  const stopUrl = `${publicUrl}/api/v1/mail/stop?token=${links.issue("stop", claims)}`;
  const written = write({ ticket, tenant, backUrl, stopUrl });
  return {
    ...written,
    id: `rating.${row.id}`,
    to: row.recipient,
    fromName: tenant.name,
    thread: { replyTo: undefined, inReplyTo: null, autoSubmitted: "auto-generated", stopUrl },
  };
}

const grey = "color:#667085";

function write({
  ticket,
  tenant,
  backUrl,
  stopUrl,
}: Pick<About, "ticket" | "tenant"> & { backUrl: string; stopUrl: string }) {
  const { tag } = emailWords(ticket.visitor_locale);
  const own = words[tag] ?? (words["en"] as RatingWords); // English is in the table
  const fill = (text: string) =>
    text
      .replace("{n}", String(ticket.number))
      .replace("{name}", () => tenant.name)
      .replace("{about}", () => ticket.subject || ticket.question || tenant.name);
  const [subject, question, why] = [fill(own.subject), fill(own.question), fill(own.why)];
  const { accent, accentText } = coloursOf(tenant.theme);
  const button = `display:inline-block;padding:10px 18px;border-radius:8px;background:${accent};color:${accentText};font-weight:600;text-decoration:none`;
  return {
    subject,
    text: `${[question, `${own.rate}:\n${backUrl}`, "--", why, `${own.stop}:\n${stopUrl}`].join("\n\n")}\n`,
    html: [
      `<!doctype html><html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      `<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif"><p dir="auto">${escapeHtml(question)}</p>`,
      `<p style="margin:24px 0"><a style="${button}" href="${escapeHtml(backUrl)}">${escapeHtml(own.rate)}</a></p>`,
      `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="${grey}">${escapeHtml(why)} <a style="${grey}" href="${escapeHtml(stopUrl)}">${escapeHtml(own.stop)}</a></small></p></body></html>`,
    ].join("\n"),
  };
}
