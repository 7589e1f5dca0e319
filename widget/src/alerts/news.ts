import type { VisitorTicket } from "../../../protocol/visitor-tickets.ts";
import { newestMessage } from "../client/kept.ts";
import type { Locale } from "../i18n/locale.ts";
import { plainText } from "../view/plain-text.ts";
import type { ViewState } from "../view/state.ts";

/** An answer that the visitor has not seen. */
export interface News {
  ticketId: string;
  at: string;
  /** Name of the author. */
  name: string;
  isPerson: boolean;
  text: string;
}

/** Longest text, in characters. Two lines beside the launcher hold less. */
const maxChars = 240;

/** The newest unread answer of all conversations, if there is one. */
export function newestNews(state: ViewState, others: readonly VisitorTicket[], locale: Locale): News | undefined {
  const own = ofThisTicket(state, locale);
  const [other] = others.filter(({ role }) => role !== "visitor").map((ticket) => ofOther(ticket, locale));
  return own && other ? (own.at >= other.at ? own : other) : (own ?? other);
}

function ofThisTicket(state: ViewState, locale: Locale): News | undefined {
  const said = newestMessage(state);
  if (state.unread === 0 || !state.ticket || !said || said.role === "visitor") return undefined;
  const { role, agent, content, attachments = [], createdAt: at } = said;
  const files = attachments.map(({ name }) => name).join(", ");
  const text = plainText(content).replace(/\s+/g, " ").slice(0, maxChars) || files;
  return { ticketId: state.ticket.id, at, ...speaker({ role, agent }, locale), text };
}

function ofOther({ id, role, agent, preview, at }: VisitorTicket, locale: Locale): News {
  return { ticketId: id, at, ...speaker({ role, agent }, locale), text: preview };
}

function speaker({ role, agent }: Pick<VisitorTicket, "role" | "agent">, { say }: Locale) {
  const isPerson = role === "agent";
  return { isPerson, name: isPerson ? (agent?.name ?? say("agent")) : say("assistant") };
}
