import { html, LitElement, nothing } from "lit";
import type { MemoryType, VisitorMemory } from "../../../../protocol/memories.ts";
import { eraseMemories, listMemories, memoryTypes, type Remembered } from "../../client/memories.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadMemoryTexts } from "../../i18n/memory-texts.ts";
import type { Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define } from "../element.ts";
import { alertIcon } from "../icons.ts";
import type { MemoryComponent } from "../memory/memory.ts";
import { problemStyles } from "../problem.styles.ts";
import { giveFocusToMenu, panelAround } from "./focus-menu.ts";
import { memoriesStyles } from "./memories.styles.ts";
import "../memory/memory.ts";

/**
 * The visitor's memories, grouped by type. Belongs in the panel; the menu button gets the focus back afterwards.
 *
 * Properties: `client`, `locale`.
 */
class MemoriesComponent extends LitElement {
  static override styles = [baseStyles, problemStyles, memoriesStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    _words: { state: true },
    _items: { state: true },
    _gone: { state: true },
    _isEnabled: { state: true },
    _phase: { state: true },
    _all: { state: true },
    _done: { state: true },
  };

  #life = new AbortController();
  #panel: HTMLElement | undefined;
  declare private _words: Texts["memories"] | undefined;
  declare private _items: readonly VisitorMemory[];
  /** Ids of memories that were erased here. Their rows stay in the list, so that no other row moves while the visitor edits it. */
  declare private _gone: ReadonlySet<string>;
  declare private _isEnabled: boolean;
  declare private _phase: "loading" | "ready" | "failed" | "offline";
  /** State of erasing all memories. */
  declare private _all: "closed" | "asking" | "erasing" | "failed" | "offline";
  /** The last action. */
  declare private _done: "saved" | "erased" | "erasedAll" | null;

  declare client: Remembered;
  declare locale: Locale;

  constructor() {
    super();
    this._words = undefined;
    this._items = [];
    this._gone = new Set();
    this._isEnabled = true;
    this._phase = "loading";
    this._all = "closed";
    this._done = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#panel = panelAround(this);
    this.#life = new AbortController();
    const { signal } = this.#life;
    addEventListener("online", () => this._phase === "offline" && this.#load(), { signal });
    document.addEventListener("visibilitychange", this.#refresh, { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#life.abort();
    giveFocusToMenu(this.#panel);
  }

  protected override firstUpdated(): void {
    void this.#load();
    void loadMemoryTexts(this.locale.tag).then(async (words) => {
      this._words = words;
      await this.updateComplete;
      this.focus();
    });
  }

  /** Focuses the heading, so that a screen reader starts there. */
  override focus(): void {
    this.renderRoot.querySelector("h3")?.focus({ preventScroll: true });
  }

  async #load(): Promise<void> {
    this._phase = "loading";
    await listMemories(this.client).then(this.#show, () => {
      this._phase = navigator.onLine ? "failed" : "offline";
    });
  }

  #show = ({ items, isEnabled }: Awaited<ReturnType<typeof listMemories>>): void => {
    this._items = items;
    this._gone = new Set();
    this._isEnabled = isEnabled;
    this._phase = "ready";
  };

  /** Loads the list again, because another tab may have changed it. Never during an edit, which would be lost. */
  #refresh = (): void => {
    const isAtWork = this._all !== "closed" || this.renderRoot.querySelector("parley-memory[open]");
    if (document.hidden || this._phase !== "ready" || isAtWork) return;
    void listMemories(this.client).then(this.#show, () => undefined);
  };

  #saved({ detail: { item } }: CustomEvent<{ item: VisitorMemory }>): void {
    this._items = this._items.map((other) => (other.id === item.id ? item : other));
    this._done = "saved";
  }

  /** Removes the row's content and focuses a neighbouring row. */
  async #erased({ detail: { id } }: CustomEvent<{ id: string }>): Promise<void> {
    const rows = [...this.renderRoot.querySelectorAll<MemoryComponent>("parley-memory")];
    const at = rows.findIndex(({ item }) => item.id === id);
    const isElsewhere = rows.some((row, index) => index !== at && row === this.shadowRoot?.activeElement);
    const next = rows[at + 1] ?? rows[at - 1];
    this._gone = new Set([...this._gone, id]);
    this._done = "erased";
    await this.updateComplete;
    if (!isElsewhere) (next ?? this).focus();
  }

  get #isEmpty(): boolean {
    return this._items.every(({ id }) => this._gone.has(id));
  }

  #askAll(isAsked: boolean): void {
    this._all = isAsked ? "asking" : "closed";
    this._done = null;
    this.#focusIn(isAsked ? ".cancel" : ".all");
  }

  #focusIn(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  async #eraseAll(): Promise<void> {
    if (this._all === "erasing") return;
    this._all = "erasing";
    try {
      await eraseMemories(this.client);
      this._items = [];
      this._all = "closed";
      this._done = "erasedAll";
      await this.updateComplete;
      this.focus();
    } catch {
      this._all = navigator.onLine ? "failed" : "offline";
    }
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this._all === "closed") return;
    // Escape must not close the screen.
    event.stopPropagation();
    if (this._all !== "erasing") this.#askAll(false);
  }

  #renderGroup(type: MemoryType, words: Texts["memories"]) {
    const items = this._items.filter((item) => item.type === type);
    return html`<section ?hidden=${items.every(({ id }) => this._gone.has(id))}>
      <h4 id=${type}>${words[type]}</h4>
      <ul aria-labelledby=${type}>
        ${items.map((item) =>
          this._gone.has(item.id)
            ? html`<li hidden></li>`
            : html`<li>
                <parley-memory .item=${item} .words=${words} .locale=${this.locale} .client=${this.client}></parley-memory>
              </li>`,
        )}
      </ul>
    </section>`;
  }

  #renderItems(words: Texts["memories"]) {
    const { say } = this.locale;
    switch (this._phase) {
      case "loading":
        return html`<p class="only-spoken" role="status">${say("loading")}</p>
          <div class="waiting" aria-hidden="true"><span></span><span></span><span></span></div>`;
      case "offline":
        return html`<p class="empty" role="alert">${words.waits}</p>`;
      case "failed":
        return html`<div class="failure" role="alert">
          ${alertIcon}
          <p>${words.notLoaded}</p>
          <button type="button" @click=${this.#load}>${say("retry")}</button>
        </div>`;
      case "ready":
        return this.#isEmpty
          ? html`<p class="empty">${words.empty}</p>`
          : memoryTypes.map((type) => this.#renderGroup(type, words));
      default:
        return this._phase satisfies never;
    }
  }

  #renderQuestion(words: Texts["memories"]) {
    const problem = this._all === "failed" || this._all === "offline" ? words[this._all] : nothing;
    return html`<div role="group" aria-labelledby="question">
      <p id="question">${words.askAll}</p>
      <p class="problem" role="alert">${problem}</p>
      <div class="line">
        <button class="danger" type="button" aria-disabled=${this._all === "erasing"} @click=${this.#eraseAll}>
          ${words.eraseAll}
        </button>
        <button class="text-button cancel" type="button" @click=${() => this.#askAll(false)}>${words.keep}</button>
      </div>
    </div>`;
  }

  #renderFoot(words: Texts["memories"]) {
    const isOffered = this._phase === "ready" && !this.#isEmpty;
    if (this._all !== "closed") return this.#renderQuestion(words);
    return html`<div class="line">
      <p role="status">${this._done ? words[this._done] : nothing}</p>
      ${
        isOffered
          ? html`<button class="text-button all" type="button" @click=${() => this.#askAll(true)}>${words.eraseAll}</button>`
          : nothing
      }
    </div>`;
  }

  protected override render() {
    const words = this._words;
    if (!words) return nothing;
    return html`<div
        class="list"
        aria-busy=${this._phase === "loading"}
        @parley-memory-saved=${this.#saved}
        @parley-memory-erased=${this.#erased}
      >
        <h3 tabindex="-1">${words.title}</h3>
        <p class="intro">${words.intro}</p>
        ${this._isEnabled ? nothing : html`<p class="off">${words.off}</p>`} ${this.#renderItems(words)}
      </div>
      <div class="foot" @keydown=${this.#onKeydown}>${this.#renderFoot(words)}</div>`;
  }
}

define("parley-memories", MemoriesComponent);
