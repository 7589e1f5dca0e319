import type { Message } from "../../../protocol/messages.ts";
import { breaks, escapeHtml } from "./escape-html.ts";
import { type Line, toLine } from "./lines.ts";
import { mailWords } from "./words.ts";

export interface Transcript {
  tenantName: string;
  ticketNumber: number;
  /** Oldest first. */
  messages: Message[];
  /** True when there were more than these. */
  isCut: boolean;
  /** The visitor's language, if known. */
  locale: string | null;
}

/** A transcript as a mail's texts. The HTML is made of escaped text alone: no links, pictures or styles that anything could be loaded by. */
export function writeTranscript(transcript: Transcript): { subject: string; text: string; html: string } {
  const { words, tag } = mailWords(transcript.locale);
  const fill = (text: string) =>
    text.replace("{name}", () => transcript.tenantName).replace("{n}", String(transcript.ticketNumber));
  const subject = fill(words.subject);
  const lines = transcript.messages.map((message) => toLine(message, words, tag));
  const older = transcript.isCut ? words.older : "";
  const why = fill(words.why);
  return { subject, text: asText({ subject, older, lines, why }), html: asHtml({ subject, older, lines, why, tag }) };
}

interface Parts {
  subject: string;
  older: string;
  lines: Line[];
  why: string;
}

function asText({ subject, older, lines, why }: Parts): string {
  const said = lines.map(({ who, when, text }) => `${who}, ${when}\n${text}`);
  return `${[subject, ...(older ? [older] : []), ...said, "--", why].join("\n\n")}\n`;
}

function asHtml({ subject, older, lines, why, tag }: Parts & { tag: string }): string {
  const said = lines.map(
    ({ who, when, text }) =>
      `<p dir="auto" style="margin:0 0 20px"><strong>${escapeHtml(who)}</strong> <small style="color:#667085"><bdi>${escapeHtml(when)}</bdi></small><br>${breaks(text)}</p>`,
  );
  return [
    `<!doctype html><html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif"><h1 style="font-size:20px">${escapeHtml(subject)}</h1>`,
    ...(older ? [`<p>${escapeHtml(older)}</p>`] : []),
    ...said,
    `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="color:#667085">${escapeHtml(why)}</small></p></body></html>`,
  ].join("\n");
}
