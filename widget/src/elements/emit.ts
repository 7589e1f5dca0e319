/** Tells the elements above, through their shadow roots, what the visitor did. */
export function emit<T>(element: HTMLElement, name: string, detail: T): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
