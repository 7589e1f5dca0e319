import { html, nothing, type TemplateResult } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import type { Row } from "../../view/rows.ts";
import type { ErrorItem, Phase, TimelineItem, ViewState } from "../../view/state.ts";
import { errorText } from "../error-text.ts";
import { alertIcon, downIcon } from "../icons.ts";
import { noteText } from "./note-text.ts";

/** Greeting and, before anything was said, the starter questions. */
export function renderWelcome(view: ViewState, locale: Locale, ask: (question: string) => void): TemplateResult {
  const { greeting, starters, items, phase } = view;
  if (phase.type !== "ready" && greeting === "") {
    return html`<p class="starting" role="status"><span>${locale.say("starting")}</span></p>`;
  }
  const isEmpty = !items.some((item) => item.kind === "message");
  return html`<div class="welcome ${isEmpty ? "alone" : ""}">
    <p class="greeting" dir="auto">${greeting}</p>
    ${
      isEmpty && starters.length > 0
        ? html`<ul class="starters" aria-label=${locale.say("starters")}>
            ${starters.map(
              (text) => html`<li><button type="button" dir="auto" @click=${() => ask(text)}>${text}</button></li>`,
            )}
          </ul>`
        : nothing
    }
  </div>`;
}

/** One line of the timeline, with the day above it where a day begins. */
export function renderRow(row: Row, locale: Locale, retry: (id: string) => void): TemplateResult {
  return html`<div class="row ${row.startsGroup ? "first" : ""}">
    ${row.startsDay ? html`<p class="day"><span>${locale.day(row.item.createdAt)}</span></p>` : nothing}
    ${renderItem(row.item, row, { locale, retry })}
  </div>`;
}

function renderItem(item: TimelineItem, row: Row, { locale, retry }: { locale: Locale; retry: (id: string) => void }) {
  switch (item.kind) {
    case "message":
      return html`<parley-message
        exportparts="message, bubble, sources, citation-mark"
        .item=${item}
        .locale=${locale}
        .startsGroup=${row.startsGroup}
        .endsGroup=${row.endsGroup}
      ></parley-message>`;
    case "escalation":
      return html`<parley-escalation exportparts="escalation" .item=${item} .locale=${locale}></parley-escalation>`;
    case "note":
      return html`<p class="note" part="note">${noteText(item.note, locale)}</p>`;
    case "error":
      return renderError(item, locale, retry);
    default:
      return item satisfies never;
  }
}

function renderError(item: ErrorItem, locale: Locale, retry: (id: string) => void): TemplateResult {
  const { retryId } = item;
  return html`<div class="error" part="error">
    ${alertIcon}
    <p>${errorText(item.code, locale)}</p>
    ${
      retryId === null
        ? nothing
        : html`<button type="button" @click=${() => retry(retryId)}>${locale.say("retry")}</button>`
    }
  </div>`;
}

/** The chat could not begin. */
export function renderFailure(
  phase: Extract<Phase, { type: "failed" }>,
  locale: Locale,
  again: () => void,
): TemplateResult {
  const isRefused = ["origin_not_allowed", "identity_required", "forbidden", "not_found"].includes(phase.code);
  return html`<div class="failure" role="alert">
    ${alertIcon}
    <p>${isRefused ? locale.say("errorNotAllowed") : errorText(phase.code, locale, "errorStart")}</p>
    ${phase.retryable ? html`<button type="button" @click=${again}>${locale.say("retry")}</button>` : nothing}
  </div>`;
}

/** Says that there is no connection. */
export function renderBanner({ connection, phase }: ViewState, { say }: Locale): TemplateResult {
  const isShown = connection === "offline" || (connection === "lost" && phase.type === "ready");
  return html`<div class="banner-place" role="status">
    ${isShown ? html`<p class="banner ${connection}">${say(connection === "offline" ? "offline" : "reconnecting")}</p>` : nothing}
  </div>`;
}

/** A person is writing. */
export function renderTyping(name: string, { say }: Locale): TemplateResult {
  return html`<p class="typing">
    <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
    ${name === "" ? say("personTyping") : say("typing", { name })}
  </p>`;
}

/** The way back to the newest message. */
export function renderJump({ say }: Locale, jump: () => void): TemplateResult {
  return html`<button class="jump" type="button" aria-label=${say("latest")} title=${say("latest")} @click=${jump}>
    ${downIcon}
  </button>`;
}

/** The ticket is over; the visitor may go on or begin anew. */
export function renderResolved({ say }: Locale, startOver: () => void): TemplateResult {
  return html`<div class="resolved">
    <button class="text-button" type="button" @click=${startOver}>${say("newTicket")}</button>
  </div>`;
}
