import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { TicketRef } from "../../../../protocol/requests.ts";
import { ring, sound } from "../../alerts/sound.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadMemoryTexts } from "../../i18n/memory-texts.ts";
import type { Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { isOver } from "../../view/state.ts";
import { define, emit, focusPanel } from "../element.ts";
import { composeIcon, icon } from "../icons.ts";
import { menuStyles } from "./menu.styles.ts";

const emailIcon = icon("M4 6h16v12H4zM4 7l8 6 8-6");
const endIcon = icon("M5 12.5l4.5 4.5L19 7.5");
const soundIcon = icon("M4 10v4h3l5 4V6L7 10z M15.5 9a4 4 0 0 1 0 6 M18 6.5a8 8 0 0 1 0 11");
const bookIcon = icon("M12 20c-3-2-6-2-8-1V5c2-1 5-1 8 1 3-2 6-2 8-1v14c-2-1-5-1-8 1zM12 6v14");
const listIcon = icon("M4 5h16v11h-9l-4 3.5V16H4z");

/**
 * The menu with further actions.
 *
 * Properties: `locale`, `ticket`, `canStartOver`, `hasMemory`.
 * Events: `parley-conversations`, `parley-memories`, `parley-start-over`, `parley-mail`, `parley-end`; `parley-menu-close` when a key
 * closes it.
 */
class MenuComponent extends LitElement {
  static override styles = [baseStyles, menuStyles];
  static override properties = {
    locale: { attribute: false },
    ticket: { attribute: false },
    canStartOver: { attribute: false },
    hasMemory: { attribute: false },
  };

  declare locale: Locale;
  declare ticket: TicketRef | null;
  declare canStartOver: boolean;
  declare hasMemory: boolean | undefined;
  /** Null when they could not be loaded. Then the menu has no entry for memories, because that screen could not load its texts either. */
  #words: Texts["memories"] | null | undefined;

  /** Waits for the texts of all entries, so that no entry moves under the visitor's finger. */
  protected override shouldUpdate(): boolean {
    if (!this.hasMemory || this.#words !== undefined) return true;
    void loadMemoryTexts(this.locale.tag)
      .catch(() => null)
      .then((words) => {
        this.#words = words;
        this.requestUpdate();
      });
    return false;
  }

  protected override firstUpdated(): void {
    this.#items[0]?.focus();
  }

  get #items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  }

  #onKeydown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const items = this.#items;
      const at = items.indexOf(event.target as HTMLElement); // a key is pressed on an item
      items.at((at + step) % items.length)?.focus();
    }
    if (event.key !== "Escape") return;
    event.stopPropagation();
    emit(this, "parley-menu-close", undefined);
  }

  #renderItem(icon: TemplateResult, text: string, event: string) {
    return html`<button role="menuitem" type="button" @click=${() => this.#choose(event)}>${icon} ${text}</button>`;
  }

  #choose(event: string): void {
    emit(this, event, undefined);
    focusPanel();
  }

  /** Plays the sound at once, so that the visitor hears what it is. */
  #toggleSound(event: Event): void {
    sound.isOn = !sound.isOn;
    if (sound.isOn) void ring();
    // The menu stays open to show the change.
    event.stopPropagation();
    this.requestUpdate();
  }

  #renderSound() {
    return html`<button role="menuitemcheckbox" type="button" aria-checked=${sound.isOn} @click=${this.#toggleSound}>
      ${soundIcon} ${this.locale.say("sound")} <span class="switch"></span>
    </button>`;
  }

  protected override render() {
    const { say } = this.locale;
    // An ended conversation shows its own options.
    const isGoingOn = this.canStartOver && !isOver(this.ticket);
    return html`<div class="menu edged" role="menu" @keydown=${this.#onKeydown}>
      ${this.#renderItem(listIcon, say("conversations"), "parley-conversations")}
      ${this.#words ? this.#renderItem(bookIcon, this.#words.title, "parley-memories") : nothing}
      ${sound.isOffered ? this.#renderSound() : nothing}
      ${this.canStartOver ? this.#renderItem(composeIcon, say("newTicket"), "parley-start-over") : nothing}
      ${isGoingOn && this.ticket?.has_mail ? this.#renderItem(emailIcon, say("mail"), "parley-mail") : nothing}
      ${isGoingOn ? this.#renderItem(endIcon, say("endTalk"), "parley-end") : nothing}
    </div>`;
  }
}

define("parley-menu", MenuComponent);
