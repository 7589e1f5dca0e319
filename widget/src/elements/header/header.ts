import { html, LitElement, nothing } from "lit";
import type { AgentRef } from "../../../../protocol/messages.ts";
import type { Theme, TicketRef } from "../../../../protocol/requests.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { isWithPerson } from "../../view/state.ts";
import { define, emit } from "../element.ts";
import { backIcon, closeIcon, largerIcon, moreIcon, smallerIcon, sparkIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import { headerStyles } from "./header.styles.ts";

/**
 * The assistant or agent who answers, the menu, and the buttons for the panel.
 *
 * Properties: `locale`, `theme`, `ticket`, `agent`, `hasFailed` (the chat could not start), `hasMenu`, `hasMemory`, `canStartOver`,
 * `canGoBack`, `isLarge`, `isInline` (the panel cannot be closed or resized).
 * Events: `parley-dismiss` (close the panel), `parley-resize` (switch the size), `parley-back`, and those of the menu.
 * Parts: `header`, `title`.
 */
class HeaderComponent extends LitElement {
  static override styles = [baseStyles, headerStyles];
  static override properties = {
    locale: { attribute: false },
    theme: { attribute: false },
    ticket: { attribute: false },
    agent: { attribute: false },
    hasFailed: { attribute: false },
    hasMenu: { attribute: false },
    hasMemory: { attribute: false },
    canStartOver: { attribute: false },
    canGoBack: { attribute: false },
    isLarge: { attribute: false },
    isInline: { attribute: false },
    _isMenuOpen: { state: true },
    _hasLogo: { state: true },
  };

  declare private _isMenuOpen: boolean;
  declare private _hasLogo: boolean;

  declare locale: Locale;
  declare theme: Theme | null;
  declare ticket: TicketRef | null;
  declare agent: AgentRef | null;
  declare hasFailed: boolean;
  declare hasMenu: boolean;
  declare hasMemory: boolean | undefined;
  declare canStartOver: boolean;
  declare canGoBack: boolean;
  declare isLarge: boolean;
  declare isInline: boolean;

  constructor() {
    super();
    this._isMenuOpen = false;
    this._hasLogo = true;
    this.theme = null;
    this.ticket = null;
    this.agent = null;
    this.hasFailed = false;
    this.hasMenu = false;
    this.canStartOver = false;
    this.canGoBack = false;
    this.isLarge = false;
    this.isInline = false;
  }

  async #toggleMenu(isOpen: boolean): Promise<void> {
    this._isMenuOpen = isOpen;
    // The menu takes the focus when it has loaded.
    if (isOpen) return void this.locale.learn().then(() => parts.menu.load());
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".more")?.focus();
  }

  #onFocusout(event: FocusEvent): void {
    const next = event.relatedTarget;
    if (!(next instanceof Node) || !this.renderRoot.contains(next)) this._isMenuOpen = false;
  }

  /**
   * Another part, which loads with the conversation, draws an agent's picture. Until then the initials are in an element that the browser
   * does not know.
   */
  #renderFace() {
    const { theme } = this;
    const agent = isWithPerson(this.ticket) ? this.agent : null;
    const logo = theme?.logo_url;
    if (!agent && logo && this._hasLogo && /^https:\/\//i.test(logo)) {
      const drop = () => {
        this._hasLogo = false;
      };
      return html`<img class="face" src=${logo} alt="" referrerpolicy="no-referrer" @error=${drop} />`;
    }
    return html`<parley-face class="face ${agent && "person"}" aria-hidden="true" .agent=${agent}>${agent ? initialsOf(agent.name) : theme ? initialsOf(theme.name).slice(0, 1) : sparkIcon}</parley-face>`;
  }

  #renderStatus() {
    const { say } = this.locale;
    if (this.hasFailed) return nothing;
    if (!isWithPerson(this.ticket)) return html`<p>${say("assistantReady")}</p>`;
    return this.agent
      ? html`<p class="human">${say("personAnswers", { name: this.agent.name })}</p>`
      : html`<p class="waiting">${say("waitingForPerson")}</p>`;
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
      ${
        this._isMenuOpen
          ? html`<parley-menu
              .locale=${this.locale}
              .ticket=${this.ticket}
              .hasMemory=${this.hasMemory}
              .canStartOver=${this.canStartOver}
              @parley-menu-close=${() => this.#toggleMenu(false)}
              @click=${() => {
                this._isMenuOpen = false;
              }}
            ></parley-menu>`
          : nothing
      }
    </div>`;
  }

  #renderBack() {
    return html`<button
      class="icon-button back"
      type="button"
      aria-label=${this.locale.say("back")}
      @click=${() => emit(this, "parley-back", undefined)}
    >
      ${backIcon}
    </button>`;
  }

  protected override render() {
    const { say } = this.locale;
    return html`<div class="header" part="header">
      ${this.canGoBack ? this.#renderBack() : nothing} ${this.#renderFace()}
      <div class="names">
        <h2 part="title"><bdi>${this.theme?.name ?? say("title")}</bdi></h2>
        ${this.#renderStatus()}
      </div>
      ${this.hasMenu ? this.#renderMore() : nothing} ${this.isInline ? nothing : this.#renderFrame()}
    </div>`;
  }

  /** The buttons of a panel that floats over the page. */
  #renderFrame() {
    const { say } = this.locale;
    return html`<button
        class="icon-button size"
        type="button"
        aria-label=${say(this.isLarge ? "smaller" : "larger")}
        @click=${() => emit(this, "parley-resize", undefined)}
      >
        ${this.isLarge ? smallerIcon : largerIcon}
      </button>
      <button
        class="icon-button"
        type="button"
        aria-label=${say("close")}
        @click=${() => emit(this, "parley-dismiss", undefined)}
      >
        ${closeIcon}
      </button>`;
  }
}

define("parley-header", HeaderComponent);
