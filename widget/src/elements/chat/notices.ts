import { html, nothing, type TemplateResult } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import type { StringKey } from "../../i18n/texts.ts";
import { isOver, isWithPerson, type Phase, type ViewState } from "../../view/state.ts";
import { errorText } from "../error-text.ts";
import { alertIcon } from "../icons.ts";

/** Shown while the chat starts or its first screen loads. */
export function renderStarting({ say }: Locale): TemplateResult {
  return html`<p class="starting" role="status"><span>${say("starting")}</span></p>`;
}

/** What the visitor has just said, while the code of the conversation is on its way: on a slow network that takes seconds. */
export function renderLastWords({ items }: ViewState): unknown {
  const last = items.findLast((item) => item.kind === "message" && item.role === "visitor");
  return last?.kind === "message" ? html`<p class="own">${last.content}</p>` : nothing;
}

/** Shown when the chat could not start. */
export function renderFailure(
  phase: Extract<Phase, { type: "failed" }>,
  locale: Locale,
  again: () => void,
): TemplateResult {
  const isRefused = /^(origin_not_allowed|identity_required|forbidden|not_found)$/.test(phase.code);
  return html`<div class="failure" role="alert">
    ${alertIcon}
    <p>${isRefused ? locale.say("errorNotAllowed") : errorText(phase.code, locale, "errorStart")}</p>
    ${phase.retryable ? html`<button type="button" @click=${again}>${locale.say("retry")}</button>` : nothing}
  </div>`;
}

/** Shows that the connection is lost. */
export function renderBanner({ connection, phase }: ViewState, { say }: Locale): TemplateResult {
  const isShown = connection === "offline" || (connection === "lost" && phase.type === "ready");
  return html`<div class="banner-place" role="status">
    ${isShown ? html`<p class="banner ${connection}">${say(connection === "offline" ? "offline" : "reconnecting")}</p>` : nothing}
  </div>`;
}

/**
 * The button that asks for the team, for visitors who do not know that they can ask in a message. It is there from the first paint on, so
 * that nothing moves when the conversation starts. For a returning visitor it appears later, because the team may already have the
 * conversation.
 */
export function renderPerson(
  { phase, ticket, turn }: ViewState,
  { locale: { say, learn }, isBack, send }: { locale: Locale; isBack: () => boolean; send: (text: string) => void },
): TemplateResult | typeof nothing {
  const isAway = phase.type === "failed" || (phase.type !== "ready" && isBack());
  if (isAway || isWithPerson(ticket) || isOver(ticket)) return nothing;
  const isBusy = turn !== "none";
  return html`<p class="person">
    <button class="text-button" type="button" ?disabled=${isBusy} @click=${() => learn().then(() => send(say("personWanted")))}>${say("person")}</button>
  </p>`;
}

/** What the field is for. */
export function placeholderOf({ ticket, screens, agent, clarification }: ViewState): StringKey {
  if (isWithPerson(ticket) && screens.length === 0) return agent ? "placeholderPerson" : "placeholderTeam";
  if (clarification) return "placeholderChoice";
  // A message to a resolved ticket reopens it; one to a closed ticket begins another.
  return ticket?.status === "closed" ? "newTicket" : "placeholder";
}
