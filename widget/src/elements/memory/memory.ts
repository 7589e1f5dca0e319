import { html, LitElement, nothing } from "lit";
import type { VisitorMemory } from "../../../../protocol/memories.ts";
import { correctMemory, eraseMemory, maxMemoryChars, type Remembered } from "../../client/memories.ts";
import type { Locale } from "../../i18n/locale.ts";
import { relativeTime } from "../../i18n/relative-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { fieldStyles } from "../form.styles.ts";
import { alertIcon, icon } from "../icons.ts";
import { memoryStyles } from "./memory.styles.ts";

const correctIcon = icon("M4 20l.8-4L16 4.8l3.2 3.2L8 19.2z");
const eraseIcon = icon("M5 7h14M10 4h4M7 7l.8 13h8.4L17 7M10 11v5M14 11v5");

/** Reason why the last attempt failed; `changed` shows the present content. */
type Problem = "missing" | "never" | "same" | "gone" | "changed" | "offline" | "failed";

/**
 * One memory, which the visitor can correct and erase in place.
 *
 * Properties: `item`, `words`, `locale`, `client`; attribute `open` during a correction or before an erasure is confirmed.
 * Events: `parley-memory-saved` with the changed memory, `parley-memory-erased` with its id.
 */
class MemoryComponent extends LitElement {
  static override styles = [baseStyles, fieldStyles, memoryStyles];
  static override properties = {
    item: { attribute: false },
    words: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    isOpen: { type: Boolean, attribute: "open", reflect: true },
    _mode: { state: true },
    _problem: { state: true },
    _isBusy: { state: true },
  };

  declare private _mode: "shown" | "correcting" | "erasing";
  declare private _problem: Problem | null;
  declare private _isBusy: boolean;
  /** The memory as the visitor saw it before deciding. */
  #read: VisitorMemory | undefined;

  declare item: VisitorMemory;
  declare words: Texts["memories"];
  declare locale: Locale;
  declare client: Remembered;
  declare isOpen: boolean;

  constructor() {
    super();
    this.isOpen = false;
    this._mode = "shown";
    this._problem = null;
    this._isBusy = false;
  }

  /** Focuses the button for correcting. */
  override focus(): void {
    this.#focus(".correct");
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  #open(mode: "correcting" | "erasing"): void {
    this.#read = this.item;
    this._mode = mode;
    this._problem = null;
    this.isOpen = true;
    this.#focus(mode === "correcting" ? "textarea" : ".cancel");
  }

  /** Closes without a change; the button that opened the form gets the focus back. */
  #close(): void {
    if (this._isBusy) return;
    if (this._problem === "gone") return this.#announceErased();
    const opener = this._mode === "correcting" ? ".correct" : ".erase";
    this._mode = "shown";
    this.isOpen = false;
    this.#focus(opener);
  }

  #announceErased(): void {
    emit(this, "parley-memory-erased", { id: this.item.id });
  }

  /** Runs an action that ends with a problem or with null. */
  async #try(what: (shown: VisitorMemory) => Promise<Problem | null>): Promise<void> {
    if (this._isBusy) return;
    this._isBusy = true;
    this._problem = null;
    this._problem = await what(this.#read ?? this.item).catch(() => (navigator.onLine ? "failed" : "offline"));
    this._isBusy = false;
  }

  #save(event: Event): Promise<void> {
    event.preventDefault();
    const field = this.renderRoot.querySelector("textarea");
    const content = (field?.value ?? "").replace(/\s+/g, " ").trim();
    field?.focus();
    return this.#try(async (shown) => {
      if (content === "") return "missing";
      const outcome = await correctMemory(this.client, shown, content);
      if (outcome.type === "changed") this.#read = outcome.item;
      if (outcome.type !== "saved") return outcome.type;
      this.item = outcome.item;
      this._mode = "shown";
      this.isOpen = false;
      this.focus();
      emit(this, "parley-memory-saved", { item: outcome.item });
      return null;
    });
  }

  #erase(): Promise<void> {
    return this.#try(async (shown) => {
      const outcome = await eraseMemory(this.client, shown);
      if (outcome.type === "changed") {
        this.#read = outcome.item;
        this.#focus(".cancel");
        return "changed";
      }
      this.#announceErased();
      return null;
    });
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === "Enter" && event.target instanceof HTMLTextAreaElement && !event.isComposing) {
      void this.#save(event);
    } else if (event.key === "Escape" && this._mode !== "shown") {
      // Escape must not close the screen.
      event.stopPropagation();
      this.#close();
    }
  }

  /** Origin and time of the memory. */
  #renderSource() {
    const { item, words, locale } = this;
    const [who, at] = {
      extracted: [words.fromTalk, item.created_at] as const,
      agent: [words.fromTeam, item.updated_at] as const,
      visitor: [words.fromYou, item.updated_at] as const,
    }[item.origin];
    return html`<p class="source" id="source">
      ${who} · <time datetime=${at} title=${locale.moment(at)}>${relativeTime(locale.tag, at)}</time>
    </p>`;
  }

  #renderButton(mode: "correcting" | "erasing") {
    const { words, item } = this;
    const [name, title, label, sign] =
      mode === "correcting"
        ? (["correct", words.correct, words.correctThis, correctIcon] as const)
        : (["erase", words.erase, words.eraseThis, eraseIcon] as const);
    return html`<button
      class="icon-button ${name}"
      type="button"
      title=${title}
      aria-label=${label.replace("{text}", () => item.content)}
      @click=${() => this.#open(mode)}
    >
      ${sign}
    </button>`;
  }

  #renderShown() {
    return html`<div class="shown">
      <div class="words">
        <p class="content" dir="auto">${this.item.content}</p>
        ${this.#renderSource()}
      </div>
      ${this._mode === "shown" ? [this.#renderButton("correcting"), this.#renderButton("erasing")] : nothing}
    </div>`;
  }

  #renderProblem() {
    const problem = this._problem;
    return html`<div class="problem" id="problem" role="alert">
      ${
        problem
          ? html`${alertIcon}
              <p>
                ${this.words[problem]}
                ${problem === "changed" ? html`<b dir="auto">${this.#read?.content}</b>` : nothing}
              </p>`
          : nothing
      }
    </div>`;
  }

  #renderForm() {
    const { words } = this;
    const isGone = this._problem === "gone";
    return html`<form class="box" novalidate @submit=${this.#save}>
      <label for="words">${words.how}</label>
      <textarea
        id="words"
        rows="2"
        dir="auto"
        maxlength=${maxMemoryChars}
        enterkeyhint="done"
        aria-invalid=${this._problem !== null}
        aria-describedby="problem"
        .value=${this.item.content}
      ></textarea>
      ${this.#renderProblem()}
      <div class="buttons">
        ${isGone ? nothing : html`<button class="send" type="submit" aria-disabled=${this._isBusy}>${words.save}</button>`}
        ${this.#renderCancel(words.cancel)}
      </div>
    </form>`;
  }

  #renderQuestion() {
    const { words } = this;
    return html`<div class="box" role="group" aria-labelledby="question">
      <p id="question">${words.ask}</p>
      ${this.#renderProblem()}
      <div class="buttons">
        <button class="danger" type="button" aria-disabled=${this._isBusy} @click=${this.#erase}>${words.erase}</button>
        ${this.#renderCancel(words.keep)}
      </div>
    </div>`;
  }

  #renderCancel(text: string) {
    return html`<button class="text-button cancel" type="button" @click=${this.#close}>${text}</button>`;
  }

  protected override render() {
    if (!this.words) return nothing;
    return html`<div @keydown=${this.#onKeydown}>
      ${this._mode === "correcting" ? this.#renderForm() : this.#renderShown()}
      ${this._mode === "erasing" ? this.#renderQuestion() : nothing}
    </div>`;
  }
}

define("parley-memory", MemoryComponent);

export type { MemoryComponent };
