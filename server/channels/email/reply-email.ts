import type { Message } from "../../../protocol/messages.ts";
import { aboveMarks } from "../../core/text/above-marks.ts";
import { breaks, escapeHtml } from "./escape-html.ts";
import { type Line, toLine } from "./lines.ts";
import { emailWords } from "./texts.ts";

export interface AnswerEmail {
  tenantName: string;
  /** The tenant's accent colour, and its text colour on it, both as `#rrggbb`. */
  accent: string;
  accentText: string;
  ticketNumber: number;
  /** Subject of the ticket. */
  subject: string;
  /** Messages that the visitor has not read, oldest first. */
  answers: Message[];
  /** Earlier messages, oldest first. */
  earlier: Message[];
  /** The visitor's language; null if unknown. */
  locale: string | null;
  /** Whether an e-mail began the ticket: there is no chat. */
  isByEmail: boolean;
  /** The tenant's own text below the answers; empty for none. */
  signature: string;
  /** Whether replies are read. */
  canReply: boolean;
  /** Page where the conversation continues; undefined if unknown. */
  backUrl: string | undefined;
  /** URL to stop such e-mails. */
  stopUrl: string;
}

/** Characters of the ticket's question in the subject, as much as an inbox shows. */
const aboutChars = 60;

/** Answers as the texts of an e-mail. People's text is inserted as plain text; the two links are our own. */
export function writeAnswerEmail(mail: AnswerEmail): { subject: string; text: string; html: string } {
  const { words, tag } = emailWords(mail.locale);
  const own = answerWords(tag);
  const about = mail.subject.length > aboutChars ? `${mail.subject.slice(0, aboutChars - 1).trimEnd()}…` : mail.subject;
  const fill = (text: string) =>
    text
      .replace("{n}", String(mail.ticketNumber))
      .replace("{name}", () => mail.tenantName)
      .replace("{about}", () => about);
  const lineOf = (message: Message) => withFiles(toLine(message, words, tag), message, own);
  const parts = {
    mail,
    own,
    tag,
    why: fill(mail.isByEmail ? own.whyByEmail : own.why),
    // Mail programs sort by the subject.
    subject: mail.isByEmail && mail.subject !== "" ? replyTo(mail.subject) : fill(own.subject),
    above: mail.canReply ? `${aboveMarks.before}${own.above}${aboveMarks.after}` : undefined,
    answers: mail.answers.map(lineOf),
    earlier: mail.earlier.map(lineOf),
  };
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) };
}

function replyTo(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

interface Parts {
  mail: AnswerEmail;
  own: AnswerWords;
  tag: string;
  why: string;
  subject: string;
  above: string | undefined;
  answers: Line[];
  earlier: Line[];
}

function withFiles(line: Line, { attachments = [] }: Message, own: AnswerWords): Line {
  if (attachments.length === 0) return line;
  const names = attachments.map(({ name }) => name).join(", ");
  return { ...line, text: [line.text, `${own.files}: ${names}`].filter(Boolean).join("\n\n") };
}

function asText({ mail, own, why, above, answers, earlier }: Parts): string {
  const said = ({ who, when, text }: Line) => `${who}, ${when}\n${text}`;
  const quoted = (line: Line) =>
    said(line)
      .split("\n")
      .map((one) => `> ${one}`)
      .join("\n");
  return `${[
    ...(above ? [above] : []),
    ...answers.map(said),
    mail.signature,
    [...(mail.canReply ? [own.canReply] : []), ...(mail.backUrl ? [`${own.goOn}:\n${mail.backUrl}`] : [])].join("\n\n"),
    ...(earlier.length > 0 ? [`${own.earlier}:`, ...earlier.map(quoted)] : []),
    "--",
    why,
    `${own.stop}:\n${mail.stopUrl}`,
  ]
    .filter(Boolean)
    .join("\n\n")}\n`;
}

function buttonStyle({ accent, accentText }: AnswerEmail): string {
  return `display:inline-block;padding:10px 18px;border-radius:8px;background:${accent};color:${accentText};font-weight:600;text-decoration:none`;
}

const grey = "color:#667085";

function asHtml({ mail, own, tag, why, subject, above, answers, earlier }: Parts): string {
  const said = (style: string) => (line: Line) =>
    `<div dir="auto" style="margin:0 0 16px;${style}"><strong>${escapeHtml(line.who)}</strong> <small style="${grey}"><bdi>${escapeHtml(line.when)}</bdi></small><br>${breaks(line.text)}</div>`;
  return [
    `<!doctype html><html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif">`,
    ...(above ? [`<p style="margin:0 0 24px"><small style="${grey}">${escapeHtml(above)}</small></p>`] : []),
    ...answers.map(said(`padding:0 0 0 12px;border-inline-start:3px solid ${mail.accent}`)),
    ...(mail.signature ? [`<p dir="auto">${breaks(mail.signature)}</p>`] : []),
    ...(mail.canReply ? [`<p>${escapeHtml(own.canReply)}</p>`] : []),
    ...(mail.backUrl
      ? [
          `<p style="margin:24px 0"><a style="${buttonStyle(mail)}" href="${escapeHtml(mail.backUrl)}">${escapeHtml(own.goOn)}</a></p>`,
        ]
      : []),
    ...(earlier.length > 0
      ? [
          `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="${grey}">${escapeHtml(own.earlier)}</small></p>`,
          ...earlier.map(said("")),
        ]
      : []),
    `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="${grey}">${escapeHtml(why)} <a style="${grey}" href="${escapeHtml(mail.stopUrl)}">${escapeHtml(own.stop)}</a></small></p></body></html>`,
  ].join("\n");
}

/** What a mail with an answer says itself. `{name}` is the tenant, `{n}` the ticket's number, `{about}` what was asked. */
interface AnswerWords {
  subject: string;
  above: string;
  canReply: string;
  goOn: string;
  earlier: string;
  files: string;
  why: string;
  whyByEmail: string;
  stop: string;
}

const words: Record<string, AnswerWords> = {
  en: {
    subject: "{name}: {about} (#{n})",
    above: "Please write your reply above this line",
    canReply: "You can reply to this e-mail.",
    goOn: "Continue in the chat",
    earlier: "Earlier messages",
    files: "Files (open them in the chat)",
    why: "You are receiving this e-mail because you left the {name} chat before the reply arrived.",
    whyByEmail: "You are receiving this e-mail because you wrote to {name}.",
    stop: "Unsubscribe from replies by e-mail",
  },
  de: {
    subject: "{name}: {about} (#{n})",
    above: "Bitte schreiben Sie Ihre Antwort oberhalb dieser Zeile",
    canReply: "Sie können direkt auf diese E-Mail antworten.",
    goOn: "Im Chat fortfahren",
    earlier: "Frühere Nachrichten",
    files: "Dateien (im Chat öffnen)",
    why: "Sie erhalten diese E-Mail, weil Sie den Chat von {name} verlassen haben, bevor die Antwort kam.",
    whyByEmail: "Sie erhalten diese E-Mail, weil Sie {name} geschrieben haben.",
    stop: "Antworten per E-Mail abbestellen",
  },
  fr: {
    subject: "{name} : {about} (n° {n})",
    above: "Veuillez écrire votre réponse au-dessus de cette ligne",
    canReply: "Vous pouvez répondre à cet e-mail.",
    goOn: "Poursuivre dans le chat",
    earlier: "Messages précédents",
    files: "Fichiers (à ouvrir dans le chat)",
    why: "Vous recevez cet e-mail parce que vous avez quitté le chat de {name} avant l'arrivée de la réponse.",
    whyByEmail: "Vous recevez cet e-mail parce que vous avez écrit à {name}.",
    stop: "Se désabonner des réponses par e-mail",
  },
  es: {
    subject: "{name}: {about} (n.º {n})",
    above: "Escribe tu respuesta por encima de esta línea",
    canReply: "Puedes responder a este correo.",
    goOn: "Continuar en el chat",
    earlier: "Mensajes anteriores",
    files: "Archivos (ábrelos en el chat)",
    why: "Recibes este correo porque saliste del chat de {name} antes de que llegara la respuesta.",
    whyByEmail: "Recibes este correo porque escribiste a {name}.",
    stop: "Cancelar las respuestas por correo",
  },
  ar: {
    subject: "{name}: {about} (‎#{n})",
    above: "يرجى كتابة ردك فوق هذا السطر",
    canReply: "يمكنك الرد على هذه الرسالة.",
    goOn: "متابعة المحادثة",
    earlier: "الرسائل السابقة",
    files: "ملفات (افتحها في المحادثة)",
    why: "وصلتك هذه الرسالة لأنك غادرت محادثة {name} قبل وصول الرد.",
    whyByEmail: "وصلتك هذه الرسالة لأنك راسلت {name}.",
    stop: "إلغاء الاشتراك في الردود عبر البريد الإلكتروني",
  },
};

/** The words for the tag that `mailWords` has chosen. */
function answerWords(tag: string): AnswerWords {
  // English is in the table.
  return words[tag] ?? (words["en"] as AnswerWords);
}
