import { ask, findTenant } from "./assistant.ts";
import type { Found, SearchIndex } from "./search-index.ts";

const hint = "Type a word or a question.";
const failure = "Search could not be loaded. Check your connection and try again. ";

let opened: SearchDialog | undefined;

/** Opens the search dialog. The first call creates it. @param address of the search entries of all pages. */
export function openSearch(address: string): void {
  opened ??= new SearchDialog(address);
  opened.open();
}

/** A search field with its results. The first result is selected, arrow keys select another, and Enter opens it. */
class SearchDialog {
  readonly #address: string;
  readonly #dialog = element("dialog", { class: "finder", "aria-label": "Search the documentation" });
  readonly #field = element("input", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    maxlength: "200",
    placeholder: "Search the documentation",
    "aria-label": "Search the documentation",
    "aria-controls": "found",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
  });
  readonly #state = element("p", { class: "finder-state", role: "status" });
  readonly #list = element("div", { role: "listbox", id: "found", "aria-label": "Results" });
  #index: Promise<SearchIndex> | undefined;
  #chosen = -1;

  constructor(address: string) {
    this.#address = address;
    const close = element("button", { type: "button", class: "finder-close" }, "Close");
    close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.append(element("div", { class: "finder-field" }, this.#field, close), this.#state, this.#list);
    this.#field.addEventListener("input", () => void this.#show());
    this.#field.addEventListener("keydown", (event) => this.#onKey(event));
    this.#list.addEventListener("click", (event) => this.#onClick(event));
    this.#dialog.addEventListener("click", ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  open(): void {
    if (this.#dialog.open) return this.#dialog.close();
    this.#dialog.showModal();
    this.#field.select();
    void this.#show();
  }

  async #show(): Promise<void> {
    const query = this.#field.value.trim();
    this.#index ??= load(this.#address);
    const slow = setTimeout(() => this.#say("Loading…"), 300);
    try {
      const [index, tenant] = await Promise.all([this.#index, findTenant()]);
      // The query has changed; its own search shows the results.
      if (query !== this.#field.value.trim()) return;
      const found = index.find(query);
      const asking = tenant !== null && query !== "" ? [askOption(query)] : [];
      this.#fill([...found.map(toOption), ...asking]);
      this.#say(query === "" ? hint : found.length > 0 ? told(found.length) : `No results for “${query}”. `);
      this.#state.classList.toggle("spoken", found.length > 0);
      if (query !== "" && found.length === 0) this.#state.append(allPages());
    } catch {
      // The next keystroke tries again.
      this.#index = undefined;
      this.#fill([]);
      this.#say(failure);
      this.#state.append(allPages());
    } finally {
      clearTimeout(slow);
    }
  }

  #say(text: string): void {
    this.#state.classList.remove("spoken");
    this.#state.textContent = text;
  }

  #fill(options: HTMLElement[]): void {
    for (const [index, option] of options.entries()) option.id = `found-${index}`;
    this.#list.replaceChildren(...options);
    this.#list.hidden = options.length === 0;
    this.#field.setAttribute("aria-expanded", String(options.length > 0));
    this.#choose(options.length > 0 ? 0 : -1);
  }

  #choose(index: number): void {
    this.#list.children[this.#chosen]?.setAttribute("aria-selected", "false");
    this.#chosen = index;
    const option = this.#list.children[index];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.#field.setAttribute("aria-activedescendant", option.id);
    else this.#field.removeAttribute("aria-activedescendant");
  }

  #onKey(event: KeyboardEvent): void {
    const count = this.#list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || count === 0) return;
    if (step !== undefined) {
      event.preventDefault();
      this.#choose((this.#chosen + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      (this.#list.children[this.#chosen] as HTMLElement | undefined)?.click();
    }
  }

  /**
   * Results are links, so that readers can open them in another tab. A result on the same page loads no page, so the dialog must close
   * here.
   */
  #onClick(event: MouseEvent): void {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=option]") : null;
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.#dialog.close();
    const { question } = option.dataset;
    if (question !== undefined) ask(question);
  }
}

/** Loads the search code and the search entries with the first search. The dialog opens at once, so that no keystroke is lost. */
async function load(address: string): Promise<SearchIndex> {
  const [{ SearchIndex }, response] = await Promise.all([import("./search-index.ts"), fetch(address)]);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new SearchIndex(await response.json());
}

function toOption({ address, heading, trail, excerpt }: Found): HTMLElement {
  const pieces = excerpt.map(({ text, isHit }) => (isHit ? element("mark", {}, text) : text));
  return element(
    "a",
    { role: "option", href: address, tabindex: "-1", "aria-selected": "false" },
    element("small", {}, trail),
    element("b", {}, heading),
    element("span", {}, ...pieces),
  );
}

function askOption(query: string): HTMLElement {
  const option = element("div", { role: "option", class: "finder-ask", "aria-selected": "false" });
  option.dataset["question"] = query;
  option.append(element("b", {}, "Ask the assistant"), element("span", {}, `“${query}”`));
  return option;
}

function allPages(): HTMLElement {
  return element("a", { href: "/docs/guide" }, "All guide pages");
}

function told(count: number): string {
  return count === 1 ? "1 result" : `${count} results`;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
