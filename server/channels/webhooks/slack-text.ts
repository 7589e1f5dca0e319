import { z } from "zod";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import type { WebhookData } from "./write-body.ts";

/** Longest quote of a message or question, in characters. */
const quotedChars = 300;

const messageSchema = z.object({
  message: z.object({ role: z.string(), content: z.string(), agent: z.object({ name: z.string() }).nullish() }),
});
const agentSchema = z.object({ agent: z.object({ name: z.string() }) });
const ratingSchema = z.object({ score: z.number(), comment: z.string().nullish() });

/** One line about the event, with a link to the console, and the quoted text below it. */
export function slackText(type: string, data: WebhookData): string {
  const { ticket, document } = data;
  const link = ticket ? `<${escaped(ticket.url)}|#${ticket.number}>` : "";
  const question = quoted(ticket?.question ?? ticket?.subject ?? "");
  switch (type) {
    case "ticket.created":
      return `New conversation ${link}${question}`;
    case "ticket.escalated":
      return `${link} needs your team${question}`;
    case "ticket.assigned":
      return data["by"] === undefined
        ? `${link} was taken over${byAgent(data)}`
        : `${link} was assigned${toAgent(data)}`;
    case "ticket.returned":
      return `${link} was returned to the AI`;
    case "ticket.overdue":
      return `${link} is overdue${question}`;
    case "ticket.resolved":
      return `${link} was resolved${byAgent(data)}`;
    case "ticket.merged":
      return `${link} was merged into #${z.number().safeParse(data["merged_into"]).data ?? ""}`;
    case "ticket.closed":
      return `${link} was ended by the visitor`;
    case "ticket.rated": {
      const rating = ratingSchema.safeParse(data).data;
      return `${link} was rated${rating ? ` ${rating.score} out of 5${quoted(rating.comment ?? "")}` : ""}`;
    }
    case "message.created": {
      const message = messageSchema.safeParse(data).data?.message;
      const who = message?.agent?.name ?? (message?.role === "assistant" ? "The assistant" : "The visitor");
      return `${link} ${escaped(who)} wrote${quoted(message?.content ?? "")}`;
    }
    case "document.ready":
      return `“${escaped(document?.title ?? "")}” is ready`;
    case "document.failed":
      return `“${escaped(document?.title ?? "")}” could not be read`;
    case "document.changed":
      return `“${escaped(document?.title ?? "")}” has changed`;
    case "document.unreachable":
      return `“${escaped(document?.title ?? "")}” has been unreachable for two weeks and is no longer refreshed`;
    case "gap.opened":
      return `New gap in the documents: ${gapLink(data)}`;
    case "gap.closed":
      return `Gap answered by “${escaped(data.gap?.answered_by?.title ?? "")}”: ${gapLink(data)}`;
    default:
      return `Parley: ${escaped(type)}${link ? ` ${link}` : ""}`;
  }
}

function gapLink({ gap }: WebhookData): string {
  return gap ? `<${escaped(gap.url)}|${lineOf(gap.question)}>` : "";
}

function byAgent(data: WebhookData): string {
  const name = agentIn(data);
  return name ? ` by ${name}` : "";
}

function toAgent(data: WebhookData): string {
  const name = agentIn(data);
  return name ? ` to ${name}` : "";
}

function agentIn(data: WebhookData): string {
  return escaped(agentSchema.safeParse(data).data?.agent.name ?? "");
}

function quoted(text: string): string {
  const line = lineOf(text);
  return line === "" ? "" : `\n> ${line}`;
}

function lineOf(text: string): string {
  const line = plainText(text).replace(/\s+/g, " ");
  return escaped(line.length > quotedChars ? `${line.slice(0, quotedChars)}…` : line);
}

/** Slack parses `<...>` as links and mentions; a visitor's text must not notify a channel. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
