/** Registers an element, unless this page has it already from another copy of the panel. */
export function define(name: string, element: CustomElementConstructor): void {
  // Shortcuts of a page see the panel, not the field in it, and leave editable elements alone.
  Object.defineProperty(element.prototype, "isContentEditable", { value: true });
  if (!customElements.get(name)) customElements.define(name, element);
}

/** Tells the elements above, through their shadow roots, what the visitor did. */
export function emit<T>(element: HTMLElement, name: string, detail: T): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** Gives the panel the keyboard, once what has it is gone from the screen. */
export function focusPanel(): void {
  setTimeout(() => document.querySelector<HTMLElement>("parley-chat")?.focus());
}
