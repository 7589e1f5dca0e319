import { html, LitElement, nothing } from "lit";
import type { AgentRef } from "../../../../protocol/messages.ts";
import type { Theme, TicketRef } from "../../../../protocol/requests.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { isWithPerson } from "../../view/state.ts";
import { emit } from "../emit.ts";
import { closeIcon, composeIcon, moreIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import { headerStyles } from "./header.styles.ts";

/**
 * Who one is talking to, and the way out.
 *
 * Properties: `locale`, `theme`, `ticket`, `agent`, `canStartOver`.
 * Events: `parley-dismiss` (close the panel), `parley-start-over`.
 * Parts: `header`, `title`.
 */
export class HeaderComponent extends LitElement {
  static override styles = [baseStyles, headerStyles];
  static override properties = {
    locale: { attribute: false },
    theme: { attribute: false },
    ticket: { attribute: false },
    agent: { attribute: false },
    canStartOver: { attribute: false },
    _isMenuOpen: { state: true },
    _hasLogo: { state: true },
  };

  declare private _isMenuOpen: boolean;
  declare private _hasLogo: boolean;

  declare locale: Locale;
  declare theme: Theme | null;
  declare ticket: TicketRef | null;
  declare agent: AgentRef | null;
  declare canStartOver: boolean;

  constructor() {
    super();
    this._isMenuOpen = false;
    this._hasLogo = true;
    this.theme = null;
    this.ticket = null;
    this.agent = null;
    this.canStartOver = false;
  }

  async #toggleMenu(isOpen: boolean): Promise<void> {
    this._isMenuOpen = isOpen;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(isOpen ? "[role=menuitem]" : ".more")?.focus();
  }

  #onMenuKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    void this.#toggleMenu(false);
  }

  #onFocusout(event: FocusEvent): void {
    const next = event.relatedTarget;
    if (!(next instanceof Node) || !this.renderRoot.contains(next)) this._isMenuOpen = false;
  }

  #startOver(): void {
    this._isMenuOpen = false;
    emit(this, "parley-start-over", undefined);
  }

  #renderFace() {
    if (isWithPerson(this.ticket) && this.agent) {
      return html`<span class="face person" aria-hidden="true">${initialsOf(this.agent.name)}</span>`;
    }
    const logo = this.theme?.logo_url;
    if (logo && this._hasLogo && /^https:\/\//i.test(logo)) {
      return html`<img
        class="face"
        src=${logo}
        alt=""
        referrerpolicy="no-referrer"
        @error=${() => {
          this._hasLogo = false;
        }}
      />`;
    }
    return html`<span class="face" aria-hidden="true">${initialsOf(this.theme?.name ?? "").slice(0, 1)}</span>`;
  }

  #statusText(): string {
    const { say } = this.locale;
    if (!isWithPerson(this.ticket)) return say("assistantReady");
    return this.agent ? say("personAnswers", { name: this.agent.name }) : say("waitingForPerson");
  }

  #renderMenu() {
    return html`<div class="menu" role="menu" @keydown=${this.#onMenuKeydown}>
      <button role="menuitem" type="button" @click=${this.#startOver}>
        ${composeIcon} ${this.locale.say("newTicket")}
      </button>
    </div>`;
  }

  #renderMore() {
    return html`<div class="menu-anchor" @focusout=${this.#onFocusout}>
      <button
        class="icon-button more"
        type="button"
        aria-label=${this.locale.say("menu")}
        aria-haspopup="menu"
        aria-expanded=${this._isMenuOpen}
        @click=${() => this.#toggleMenu(!this._isMenuOpen)}
      >
        ${moreIcon}
      </button>
      ${this._isMenuOpen ? this.#renderMenu() : nothing}
    </div>`;
  }

  protected override render() {
    const { say } = this.locale;
    return html`<div class="header" part="header">
      ${this.#renderFace()}
      <div class="names">
        <h2 part="title"><bdi>${this.theme?.name ?? say("title")}</bdi></h2>
        <p class=${!isWithPerson(this.ticket) ? "" : this.agent ? "human" : "waiting"}>${this.#statusText()}</p>
      </div>
      ${this.canStartOver ? this.#renderMore() : nothing}
      <button
        class="icon-button"
        type="button"
        aria-label=${say("close")}
        @click=${() => emit(this, "parley-dismiss", undefined)}
      >
        ${closeIcon}
      </button>
    </div>`;
  }
}
