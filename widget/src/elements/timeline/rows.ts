import { html, nothing, type TemplateResult } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import { leaveContact } from "../../client/tell-server.ts";
import { dayName } from "../../i18n/day-name.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { findStreaming, isStopped } from "../../view/items.ts";
import type { Row } from "../../view/rows.ts";
import {
  type Clarification,
  type ErrorItem,
  isWithPerson,
  type MessageItem,
  type Note,
  type TimelineItem,
  type ViewState,
} from "../../view/state.ts";
import { errorText } from "../error-text.ts";
import { alertIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import type { Reach } from "../reach/reach.ts";
import { type StatusLine, toStatusLine } from "../status/status-line.ts";
import { downIcon } from "../thread-icons.ts";

interface Ways {
  locale: Locale;
  retry: (id: string) => void;
  items: readonly TimelineItem[];
  client: ChatClient;
  /** Absent when the team already has an address of the visitor. */
  reach: Reach | undefined;
  /** The number of the conversation that waits for the team, for what the visitor has added to it. */
  addedTo: (item: TimelineItem) => number | undefined;
}

/** The button that loads earlier messages, if there are any. */
export function renderEarlier({ earlier }: ViewState, locale: Locale, client: ChatClient) {
  if (earlier === null) return nothing;
  void parts.after.load();
  return html`<parley-earlier .client=${client} .locale=${locale} .cursor=${earlier}></parley-earlier>`;
}

/** The greeting, and that an AI answers. */
export function renderWelcome({ greeting, home }: ViewState, { say }: Locale): TemplateResult {
  return html`<p class="greeting" dir="auto">${greeting}</p>
    <p class="ai" dir="auto">${home?.ai_notice ?? say("aiNotice")}</p>`;
}

/** One row of the timeline, with the date above the first row of a day. */
export function renderRow(row: Row, ways: Ways): TemplateResult {
  const { locale } = ways;
  return html`<div class="row ${row.startsGroup ? "first" : ""}">
    ${row.startsDay ? html`<p class="day"><span>${dayName(locale.tag, row.item.createdAt)}</span></p>` : nothing}
    ${renderItem(row.item, row, ways)}
  </div>`;
}

function renderItem(item: TimelineItem, row: Row, { locale, retry, items, client, reach, addedTo }: Ways) {
  switch (item.kind) {
    case "message":
      return html`<parley-message
        exportparts="message, bubble, sources, citation-mark, tool"
        .item=${item}
        .locale=${locale}
        .startsGroup=${row.startsGroup}
        .endsGroup=${row.endsGroup}
        .addedTo=${addedTo(item)}
        .client=${client}
        .question=${isStopped(item) ? questionBefore(item, items) : undefined}
      ></parley-message>
      ${item.related || addedTo(item) ? renderRelated(item, locale, client) : nothing}`;
    case "escalation":
      return html`<parley-escalation exportparts="escalation" .item=${item} .locale=${locale} .kept=${client.kept} .reach=${reach}></parley-escalation>`;
    case "note":
      return html`<p class="note" part="note">${noteText(item.note, locale)}</p>`;
    case "error":
      return renderError(item, locale, retry);
    default:
      return item satisfies never;
  }
}

/** After a reload, an agent may have taken the ticket and no card says where the reply will come: says it while it is due. */
export function renderReached({ ticket, items }: ViewState, locale: Locale, client: ChatClient) {
  const isDue = ticket?.status === "in_progress" && !items.some(({ kind }) => kind === "escalation");
  if (!isDue || !ticket.has_mail || !client.kept.tab.email) return nothing;
  void parts.form.load();
  const reach: Reach = (email) => leaveContact(client, email);
  return html`<parley-reach .locale=${locale} .kept=${client.kept} .reach=${reach}></parley-reach>`;
}

/** Sections that may help, below a message; below one that was added to a waiting conversation, the way to a new one. */
function renderRelated(item: MessageItem, locale: Locale, client: ChatClient) {
  void parts.citation.load();
  return html`<parley-related exportparts="related" .item=${item} .locale=${locale} .client=${client}></parley-related>`;
}

/** Which of these items were said while the team is waited for: those behind the card that says so, until somebody answers. */
export function numberAfterCard(items: readonly TimelineItem[]): (item: TimelineItem) => number | undefined {
  const numbers = new Map<TimelineItem, number>();
  let number: number | undefined;
  for (const item of items) {
    if (item.kind === "escalation") number = item.ticketNumber;
    else if (item.kind === "message" && item.role === "visitor" && item.state === "settled" && number !== undefined)
      numbers.set(item, number);
    // Sections for an added message are no answer.
    else if (item.kind === "message" && item.role !== "visitor" && !item.related?.[0]?.aside) number = undefined;
  }
  return (item) => numbers.get(item);
}

/** The visitor's last message before an answer. */
function questionBefore(answer: TimelineItem, items: readonly TimelineItem[]): string | undefined {
  const asked = items
    .slice(0, items.indexOf(answer))
    .findLast((item) => item.kind === "message" && item.role === "visitor");
  return asked?.kind === "message" ? asked.content : undefined;
}

function renderError(item: ErrorItem, locale: Locale, retry: (id: string) => void): TemplateResult {
  const { retryId } = item;
  return html`<div class="failure" part="error">
    ${alertIcon}
    <p>${errorText(item.code, locale)}</p>
    ${
      retryId === null
        ? nothing
        : html`<button type="button" @click=${() => retry(retryId)}>${locale.say("retry")}</button>`
    }
  </div>`;
}

/** The possible meanings to choose from after a question by the assistant. */
export function renderClarification(clarification: Clarification, locale: Locale): TemplateResult {
  void parts.tools.load();
  return html`<parley-clarification exportparts="clarification, choice" .clarification=${clarification} .locale=${locale}></parley-clarification>`;
}

/** Shows that an agent is typing. */
export function renderTyping(name: string, { say }: Locale): TemplateResult {
  return html`<p class="typing">
    ${name === "" ? nothing : html`<span class="face" aria-hidden="true">${initialsOf(name)}</span>`}
    <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
    ${name === "" ? say("personTyping") : say("typing", { name })}
  </p>`;
}

/** The assistant's present step, until the first part of the answer arrives. */
export function statusLine(view: ViewState, { say }: Locale): StatusLine | null {
  const { turn, status, ticket } = view;
  if (turn === "none" || turn === "stopping" || isWithPerson(ticket) || findStreaming(view)) return null;
  return status ? toStatusLine(status) : { content: say("thinking"), documents: [] };
}

/** The text of a note. */
export function noteText(note: Note, { say }: Locale): string {
  switch (note.type) {
    case "joined":
      return say("joined", { name: note.name });
    case "assistant_back":
      return say("assistantBack");
    case "ended":
      return say("ended");
    case "resolved":
      return say("resolved");
    case "expired":
      return say("expired");
    default:
      return note satisfies never;
  }
}

/** The button that jumps to the newest message. */
export function renderJump({ say }: Locale, jump: () => void): TemplateResult {
  return html`<button class="jump" type="button" aria-label=${say("latest")} title=${say("latest")} @click=${jump}>
    ${downIcon}
  </button>`;
}
