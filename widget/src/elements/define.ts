/** Registers an element, unless this page has it already from another copy of the panel. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
